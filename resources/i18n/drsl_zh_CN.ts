<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ActionRegistry</name>
    <message>
        <source>Not part of this window.</source>
        <translation>本窗口没有此功能。</translation>
    </message>
    <message>
        <source>Belongs to another page of the window.</source>
        <translation>属于窗口的另一个页面。</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>These keys write text. Add Ctrl or Alt.</source>
        <translation>这些按键会输入文字，请加上 Ctrl 或 Alt。</translation>
    </message>
    <message>
        <source>The system or the text field uses these keys.</source>
        <translation>这组按键已被系统或文本框占用。</translation>
    </message>
    <message>
        <source>Already used by: {0}</source>
        <translation>已用于：{0}</translation>
    </message>
</context>
<context>
    <name>ActiveRow</name>
    <message>
        <source>Leave them out</source>
        <translation>不放入这些值</translation>
    </message>
    <message>
        <source>Put them in</source>
        <translation>放入这些值</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) left out of links and commands; their tokens stand there.</source>
        <translation>
            <numerusform>链接或命令中的 %n 个值未放入，仍以占位符代替。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) stand in a link or a command that the cloud wrote: opened or run, it sends them away.</source>
        <translation>
            <numerusform>%n 个值被放进了云端所写的链接或命令：一旦打开或运行，就会被发送出去。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Advice</name>
    <message>
        <source>It does not pass yet. Looking for what would help…</source>
        <translation>暂未通过，正在寻找有效的办法…</translation>
    </message>
    <message>
        <source>Checking the text with more hidden…</source>
        <translation>正在检查隐藏更多之后的文本…</translation>
    </message>
    <message>
        <source>One step is missing: hide a little more, and the built-in attackers find nothing.</source>
        <translation>只差一步：再隐藏一点，内置攻击者就不会有任何发现。</translation>
    </message>
    <message>
        <source>It would change: {values}.</source>
        <translation>将会改动：{values}。</translation>
    </message>
    <message>
        <source>It would change: {values} and {count} more.</source>
        <translation>将会改动：{values}，另有 {count} 项。</translation>
    </message>
    <message>
        <source>Less would be told then, but it would not pass yet.</source>
        <translation>这样透露得更少，但仍不会通过。</translation>
    </message>
    <message>
        <source>With more hidden, the check found another value.</source>
        <translation>隐藏更多之后，检查发现了另一个值。</translation>
    </message>
    <message>
        <source>With more hidden, a value became easier to guess.</source>
        <translation>隐藏更多之后，有一个值反而更容易猜中。</translation>
    </message>
    <message>
        <source>With more hidden, fewer people would fit what is told.</source>
        <translation>隐藏更多之后，符合保留内容的人反而更少。</translation>
    </message>
    <message>
        <source>Hiding more did not help.</source>
        <translation>隐藏更多没有帮助。</translation>
    </message>
    <message>
        <source>The text with more hidden could not be checked.</source>
        <translation>隐藏更多之后的文本无法检查。</translation>
    </message>
    <message>
        <source>So nothing was changed.</source>
        <translation>因此没有作任何改动。</translation>
    </message>
</context>
<context>
    <name>AnswerView</name>
    <message>
        <source>What the cloud saw</source>
        <translation>云端看到的内容</translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation>复制回答</translation>
    </message>
    <message numerus="yes">
        <source>Cleared in %n s</source>
        <translation>
            <numerusform>%n 秒后清除</numerusform>
        </translation>
    </message>
    <message>
        <source>Copied. The clipboard is emptied then, unless you copy something else before.</source>
        <translation>已复制。届时将清空剪贴板；若您在此之前复制了别的内容，则不清空。</translation>
    </message>
    <message>
        <source>The cloud answered:</source>
        <translation>云端的回答：</translation>
    </message>
    <message>
        <source>The cloud was sent:</source>
        <translation>发给云端的内容：</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) put back</source>
        <translation>
            <numerusform>已还原 %n 个值</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unresolved token(s)</source>
        <translation>
            <numerusform>%n 个占位符未能还原</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ApprovalBar</name>
    <message>
        <source>Everything that leaves</source>
        <translation>将离开本机的全部内容</translation>
    </message>
    <message>
        <source>What is told, and why</source>
        <translation>保留了什么，为什么</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Details of the verdict</source>
        <translation>结论详情</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>Show the certificate</source>
        <translation>查看证书</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>放弃修改</translation>
    </message>
    <message>
        <source>Check the edited text</source>
        <translation>检查修改后的文本</translation>
    </message>
    <message>
        <source>No answer to paste</source>
        <translation>没有可粘贴的回答</translation>
    </message>
    <message>
        <source>Queue for review</source>
        <translation>送交审核</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Answer locally</source>
        <translation>本机回答</translation>
    </message>
    <message>
        <source>Go on with the built-in engine</source>
        <translation>用内置引擎继续</translation>
    </message>
    <message>
        <source>Verdict and approval</source>
        <translation>结论与批准</translation>
    </message>
    <message>
        <source>You are editing. The verdict and the certificate are about the text before.</source>
        <translation>您正在编辑。结论和证书针对的是修改前的文本。</translation>
    </message>
    <message>
        <source>Your edits by hand are kept in the new proposal. Check them, or discard them.</source>
        <translation>您的手动修改已保留在新的建议文本中。请检查，或放弃修改。</translation>
    </message>
    <message>
        <source>Changed since the last check: the certificate no longer fits.</source>
        <translation>上次检查之后有改动：证书已不再适用。</translation>
    </message>
    <message>
        <source>A person must decide</source>
        <translation>须由人决定</translation>
    </message>
    <message>
        <source>{model} answers your prompt as you wrote it. No cloud gets it.</source>
        <translation>{model} 正在按您的原文回答，任何云端都拿不到原文。</translation>
    </message>
    <message>
        <source>Copied. Paste the answer above to put the real values back.</source>
        <translation>已复制。把回答粘贴到上方的框中，即可还原真实内容。</translation>
    </message>
    <message>
        <source>So far: the built-in attackers found nothing. The local model is still checking.</source>
        <translation>目前：内置攻击者没有发现任何内容。本地模型仍在检查。</translation>
    </message>
    <message>
        <source>So far: the built-in attackers still find something. The local model is still checking.</source>
        <translation>目前：内置攻击者仍能发现一些内容。本地模型仍在检查。</translation>
    </message>
    <message>
        <source>See what was checked under Risks.</source>
        <translation>检查内容见“风险”。</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) still tell too much. Hide more, edit the text, or queue it for review.</source>
        <translation>
            <numerusform>仍有 %n 项透露过多。请隐藏更多、编辑文本，或送交审核。</numerusform>
        </translation>
    </message>
    <message>
        <source>Or let the local model answer: the text then stays here.</source>
        <translation>也可以让本地模型回答：文本就留在这里。</translation>
    </message>
    <message>
        <source>It checks first; nothing is sent before you approve it.</source>
        <translation>先检查；未经您批准，不会发送任何内容。</translation>
    </message>
    <message>
        <source>{model} answers your prompt as you wrote it; no cloud gets it</source>
        <translation>{model} 按您的原文回答，任何云端都拿不到原文</translation>
    </message>
    <message>
        <source>Your text</source>
        <translation>您的文本</translation>
    </message>
    <message>
        <source>You let {0} of the values leave. For the rest: {1}</source>
        <translation>您让其中 {0} 个值原样离开。其余部分：{1}</translation>
    </message>
    <message>
        <source>Passed: nothing sensitive was found. Only the search for sensitive text stands behind this.</source>
        <translation>已通过：未发现敏感内容。此结论仅依据对敏感内容的查找。</translation>
    </message>
    <message>
        <source>The text does not pass as it is.</source>
        <translation>文本目前未通过。</translation>
    </message>
    <message>
        <source>Line for the model</source>
        <translation>给模型的说明</translation>
    </message>
    <message>
        <source>Earlier turns</source>
        <translation>此前各轮</translation>
    </message>
    <message>
        <source>Whole request</source>
        <translation>整个请求</translation>
    </message>
    <message>
        <source>Line for the test</source>
        <translation>检查时给模型的话</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) of yours in earlier answers are blanked</source>
        <translation>
            <numerusform>此前回答中您的 %n 个值已抹去</numerusform>
        </translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>略去的内容</translation>
    </message>
</context>
<context>
    <name>Audit</name>
    <message>
        <source>Vault made</source>
        <translation>已建立保险库</translation>
    </message>
    <message>
        <source>Opened after a crash</source>
        <translation>崩溃后重新打开</translation>
    </message>
    <message>
        <source>Vault brought up to date</source>
        <translation>保险库已更新</translation>
    </message>
    <message>
        <source>Restored from a backup</source>
        <translation>已从备份恢复</translation>
    </message>
    <message>
        <source>Everything deleted</source>
        <translation>已全部删除</translation>
    </message>
    <message>
        <source>Key changed</source>
        <translation>已更换密钥</translation>
    </message>
    <message>
        <source>Backup made</source>
        <translation>已备份</translation>
    </message>
    <message>
        <source>Conversation saved</source>
        <translation>已保存对话</translation>
    </message>
    <message>
        <source>Conversation deleted</source>
        <translation>已删除对话</translation>
    </message>
    <message>
        <source>Conversation expired</source>
        <translation>对话已到期</translation>
    </message>
    <message>
        <source>Run kept</source>
        <translation>已保存运行</translation>
    </message>
    <message>
        <source>State of a send</source>
        <translation>发送状态</translation>
    </message>
    <message>
        <source>Approved by a person</source>
        <translation>由人批准</translation>
    </message>
    <message>
        <source>Ticket issued</source>
        <translation>已签发放行票据</translation>
    </message>
    <message>
        <source>Unknown send acknowledged</source>
        <translation>已确认结果不明的发送</translation>
    </message>
    <message>
        <source>Queued for review</source>
        <translation>已送审</translation>
    </message>
    <message>
        <source>Step of a review</source>
        <translation>审核中的一步</translation>
    </message>
    <message>
        <source>Review step undone</source>
        <translation>已撤销审核步骤</translation>
    </message>
    <message>
        <source>Review step redone</source>
        <translation>已重做审核步骤</translation>
    </message>
    <message>
        <source>Review decided</source>
        <translation>审核已决定</translation>
    </message>
    <message>
        <source>Experience noted</source>
        <translation>已记录经验</translation>
    </message>
    <message>
        <source>Prompt version</source>
        <translation>提示词版本</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Setting changed</source>
        <translation>设置已更改</translation>
    </message>
    <message>
        <source>choice</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>sensitive items</source>
        <translation>敏感项</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>bytes of the request</source>
        <translation>请求字节数</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>certificate</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>in place of</source>
        <translation>取代</translation>
    </message>
    <message>
        <source>language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>number</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>left to decide</source>
        <translation>待决定</translation>
    </message>
    <message>
        <source>rounds</source>
        <translation>迭代次数</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>format of the file</source>
        <translation>文件格式</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>ticket</source>
        <translation>放行票据</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>占位符</translation>
    </message>
    <message>
        <source>turns</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>calibrations</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>conversations</source>
        <translation>对话数</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>drafts</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>experiences</source>
        <translation>经验</translation>
    </message>
    <message>
        <source>prompt versions</source>
        <translation>提示词版本</translation>
    </message>
    <message>
        <source>earlier vaults</source>
        <translation>先前的保险库</translation>
    </message>
    <message>
        <source>sends</source>
        <translation>发送次数</translation>
    </message>
    <message>
        <source>review items</source>
        <translation>审核项目</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>运行次数</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>设置项</translation>
    </message>
    <message>
        <source>words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>approved</source>
        <translation>已批准</translation>
    </message>
    <message>
        <source>being sent</source>
        <translation>正在发送</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>failed, nothing left</source>
        <translation>失败，没有内容离开</translation>
    </message>
    <message>
        <source>may have been sent</source>
        <translation>可能已发送</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>set aside</source>
        <translation>主动送审</translation>
    </message>
    <message>
        <source>approved and sent</source>
        <translation>已批准并发送</translation>
    </message>
    <message>
        <source>approved and copied</source>
        <translation>已批准并复制</translation>
    </message>
    <message>
        <source>answered locally</source>
        <translation>已在本机回答</translation>
    </message>
    <message>
        <source>returned to the author</source>
        <translation>已退回作者</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>a person must decide</source>
        <translation>须由人决定</translation>
    </message>
    <message>
        <source>let leave as it is</source>
        <translation>原样离开</translation>
    </message>
    <message>
        <source>coarsened</source>
        <translation>已概括</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>已隐藏</translation>
    </message>
    <message>
        <source>marked as not sensitive</source>
        <translation>标为不敏感</translation>
    </message>
    <message>
        <source>edited by hand</source>
        <translation>手动编辑</translation>
    </message>
    <message>
        <source>marked by hand</source>
        <translation>手动标记</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>The chain holds: {rows} rows, none edited, none missing; the anchor vouches for {anchored}.</source>
        <translation>链条完好：共 {rows} 行，无一被改，无一缺失；锚点为其中 {anchored} 行作证。</translation>
    </message>
    <message>
        <source>The chain does not hold. {rows} rows were read; see below what is wrong.</source>
        <translation>链条不完好。共读取 {rows} 行；问题见下。</translation>
    </message>
    <message>
        <source>Row {row} was edited.</source>
        <translation>第 {row} 行被改动过。</translation>
    </message>
    <message>
        <source>Before row {row} something is missing.</source>
        <translation>第 {row} 行之前缺了内容。</translation>
    </message>
    <message>
        <source>Row {row} does not follow the one before it.</source>
        <translation>第 {row} 行与前一行不相连。</translation>
    </message>
    <message>
        <source>Rows after row {row} are missing.</source>
        <translation>第 {row} 行之后的行缺失。</translation>
    </message>
    <message>
        <source>The anchor outside the file names another end than row {row}.</source>
        <translation>文件之外的锚点所记的末行不是第 {row} 行。</translation>
    </message>
    <message>
        <source>There is no anchor outside the file to compare with.</source>
        <translation>文件之外没有可供比对的锚点。</translation>
    </message>
    <message>
        <source>At row {row} the clock was set back; that alone is no flaw.</source>
        <translation>在第 {row} 行处时钟被调回；仅此不算问题。</translation>
    </message>
</context>
<context>
    <name>AuditDialog</name>
    <message>
        <source>Audit trail</source>
        <translation>审计记录</translation>
    </message>
    <message>
        <source>Every row holds ids, hashes and counts, never text. Each is chained to the one before; the end of the chain is anchored outside the file.</source>
        <translation>每一行只有编号、哈希和数量，没有任何文字。每行与前一行相链，链尾锚定在文件之外。</translation>
    </message>
    <message>
        <source>Exported.</source>
        <translation>已导出。</translation>
    </message>
    <message>
        <source>This did not work; the trail is as it was.</source>
        <translation>未能完成；记录保持原样。</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Id of a run, a send or a conversation</source>
        <translation>运行、发送或对话的编号</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Rows of the audit trail</source>
        <translation>审计记录的各行</translation>
    </message>
    <message>
        <source>Verify the chain</source>
        <translation>验证链条</translation>
    </message>
    <message>
        <source>Export as JSON lines</source>
        <translation>导出为 JSON 行</translation>
    </message>
    <message>
        <source>Export as PDF</source>
        <translation>导出为 PDF</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Export the audit trail</source>
        <translation>导出审计记录</translation>
    </message>
    <message>
        <source>The file could not be written.</source>
        <translation>无法写入文件。</translation>
    </message>
    <message>
        <source>Audit trail of DR-SL Desktop</source>
        <translation>DR-SL Desktop 审计记录</translation>
    </message>
    <message>
        <source>Written {when}</source>
        <translation>写于 {when}</translation>
    </message>
    <message>
        <source>Head of the chain: {hash}</source>
        <translation>链尾：{hash}</translation>
    </message>
</context>
<context>
    <name>CardsPane</name>
    <message>
        <source>What still tells too much, and what can be done</source>
        <translation>哪些内容仍透露过多，以及可以怎么做</translation>
    </message>
    <message>
        <source>No item is open</source>
        <translation>没有打开的项目</translation>
    </message>
    <message>
        <source>Choose one on the left, or press N.</source>
        <translation>请在左侧选择一项，或按 N。</translation>
    </message>
    <message>
        <source>No value was found in it</source>
        <translation>其中没有找到任何敏感值</translation>
    </message>
    <message>
        <source>Only the search for sensitive text stands behind this; read it before you decide.</source>
        <translation>这一结论只以敏感内容的查找为依据；请先阅读再决定。</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) tell too much</source>
        <translation>
            <numerusform>%n 个值透露过多</numerusform>
        </translation>
    </message>
    <message>
        <source>, {0} undecided</source>
        <translation>，{0} 个未决定</translation>
    </message>
    <message>
        <source>No single value tells too much</source>
        <translation>无单项超限</translation>
    </message>
    <message>
        <source>would pass the built-in checks</source>
        <translation>会通过内置检查</translation>
    </message>
    <message>
        <source>leaves as it is by your decision</source>
        <translation>由您决定原样离开</translation>
    </message>
    <message>
        <source>Other values in this text</source>
        <translation>文本中的其他值</translation>
    </message>
    <message>
        <source>{0}, identifies</source>
        <translation>{0}，可识别身份</translation>
    </message>
    <message>
        <source>{0} names it with probability {1}; by guessing alone {2}.</source>
        <translation>{0} 猜中它的概率为 {1}；仅凭猜测为 {2}。</translation>
    </message>
    <message>
        <source>Asked: {0}</source>
        <translation>提问：{0}</translation>
    </message>
    <message>
        <source>Answered ({0}): {1}</source>
        <translation>回答（{0}）：{1}</translation>
    </message>
    <message>
        <source>Show in the text</source>
        <translation>在文本中显示</translation>
    </message>
    <message>
        <source>Measuring every choice…</source>
        <translation>正在测算每个选项…</translation>
    </message>
    <message>
        <source>* Not counted in it: no published share says how many people this is true of.</source>
        <translation>* 此值未计入：没有公开数据说明有多少人符合。</translation>
    </message>
    <message>
        <source>leakage</source>
        <translation>泄露</translation>
    </message>
    <message>
        <source>utility</source>
        <translation>可用性</translation>
    </message>
    <message>
        <source>people</source>
        <translation>人数</translation>
    </message>
    <message>
        <source>how many people fit what is told</source>
        <translation>有多少人符合保留的内容</translation>
    </message>
    <message>
        <source>{0}.</source>
        <translation>{0}。</translation>
    </message>
    <message>
        <source>L {0}, U {1}, people {2}: {3}</source>
        <translation>泄露 L {0}，可用性 U {1}，人数 {2}：{3}</translation>
    </message>
    <message>
        <source>people {0}</source>
        <translation>人数 {0}</translation>
    </message>
    <message>
        <source>Reason: {0}</source>
        <translation>理由：{0}</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Figures of every choice</source>
        <translation>各选项的数值</translation>
    </message>
    <message>
        <source>{0}   (suggested)</source>
        <translation>{0}   （建议）</translation>
    </message>
    <message>
        <source>would not pass</source>
        <translation>不会通过</translation>
    </message>
    <message>
        <source>Fits {0} people: {1}.</source>
        <translation>符合 {0} 人：{1}。</translation>
    </message>
    <message>
        <source>as proposed now</source>
        <translation>当前建议采用的</translation>
    </message>
</context>
<context>
    <name>Certificate</name>
    <message>
        <source>What was checked, and by whom</source>
        <translation>检查了什么，由谁检查</translation>
    </message>
    <message>
        <source>Told on purpose</source>
        <translation>有意保留的内容</translation>
    </message>
    <message>
        <source>Let leave by a person</source>
        <translation>由人决定离开的内容</translation>
    </message>
    <message>
        <source>To be looked at</source>
        <translation>需要留意</translation>
    </message>
    <message>
        <source>What it does not say</source>
        <translation>本证书不代表</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>具体数值</translation>
    </message>
    <message>
        <source>For those who check it</source>
        <translation>供检查者使用</translation>
    </message>
    <message>
        <source>A person must decide</source>
        <translation>须由人决定</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>These attackers still find something in this text.</source>
        <translation>这些攻击者仍能在本文本中发现内容。</translation>
    </message>
    <message>
        <source>Nothing sensitive was found. Only the search stands behind this.</source>
        <translation>没有发现敏感内容。这一结论只以敏感内容的查找为依据。</translation>
    </message>
    <message>
        <source>A person let {0} of the values leave; the verdict is about the rest.</source>
        <translation>有人让其中 {0} 个值原样离开；结论只针对其余部分。</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>检查深度</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Attackers</source>
        <translation>攻击者</translation>
    </message>
    <message>
        <source>Second look</source>
        <translation>复查</translation>
    </message>
    <message>
        <source>Rules for passing</source>
        <translation>通过标准</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>检查对象</translation>
    </message>
    <message>
        <source>Issued</source>
        <translation>签发时间</translation>
    </message>
    <message>
        <source>Attempt on these values</source>
        <translation>对这些值的尝试次数</translation>
    </message>
    <message>
        <source>Was off</source>
        <translation>未启用</translation>
    </message>
    <message>
        <source>with a reason</source>
        <translation>已说明理由</translation>
    </message>
    <message>
        <source>Attackers compared</source>
        <translation>攻击者对比</translation>
    </message>
    <message>
        <source>SHA-256 of the text</source>
        <translation>文本的 SHA-256</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>规则库</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>迭代次数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>评判模型</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>not told by the server</source>
        <translation>服务器未提供</translation>
    </message>
    <message>
        <source>Its digest</source>
        <translation>模型摘要值</translation>
    </message>
    <message>
        <source>Seen of it</source>
        <translation>实测情况</translation>
    </message>
    <message>
        <source>Asked for and ignored</source>
        <translation>已请求但被忽略</translation>
    </message>
</context>
<context>
    <name>CertificateDialog</name>
    <message>
        <source>Certificate</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>Save as PDF</source>
        <translation>存为 PDF</translation>
    </message>
    <message>
        <source>PDF files (*.pdf)</source>
        <translation>PDF 文件 (*.pdf)</translation>
    </message>
    <message>
        <source>Save as HTML</source>
        <translation>存为 HTML</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>The file names kinds of values, never the values</source>
        <translation>文件只写明值的类别，不写出具体的值</translation>
    </message>
    <message>
        <source>The file could not be written. Choose another place.</source>
        <translation>无法写入文件，请另选位置。</translation>
    </message>
</context>
<context>
    <name>ChangePane</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Type a command</source>
        <translation>输入命令</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>搜索命令</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>No command has these letters.</source>
        <translation>没有包含这些字的命令。</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Sanitize &amp; Send</source>
        <translation>脱敏并发送</translation>
    </message>
    <message>
        <source>Test what would leave, then ask you before it is sent</source>
        <translation>检查将要发出的内容，发送前再征求您的同意</translation>
    </message>
    <message>
        <source>Send what was approved</source>
        <translation>发送已批准的内容</translation>
    </message>
    <message>
        <source>Send exactly the tested text to the chosen destination</source>
        <translation>把检查过的文本一字不差地发往所选目的地</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop what is running; text and decisions stay</source>
        <translation>停止正在进行的工作；文本和决定都保留</translation>
    </message>
    <message>
        <source>Edit what will be sent</source>
        <translation>编辑将要发送的内容</translation>
    </message>
    <message>
        <source>Change the proposal by hand; it is tested again</source>
        <translation>手动修改建议文本；之后会重新检查</translation>
    </message>
    <message>
        <source>Queue for review</source>
        <translation>送交审核</translation>
    </message>
    <message>
        <source>Set the prompt aside for a person to decide</source>
        <translation>把此原文送审，由人决定</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Paste and scan</source>
        <translation>粘贴并扫描</translation>
    </message>
    <message>
        <source>Replace the prompt with the plain text of the clipboard</source>
        <translation>用剪贴板中的纯文本替换原文</translation>
    </message>
    <message>
        <source>Choose the destination</source>
        <translation>选择目的地</translation>
    </message>
    <message>
        <source>Where an approved text is sent</source>
        <translation>批准的文本发往何处</translation>
    </message>
    <message>
        <source>Show the certificate</source>
        <translation>查看证书</translation>
    </message>
    <message>
        <source>What was tested, and what that does not say</source>
        <translation>检查了什么，以及本证书不代表什么</translation>
    </message>
    <message>
        <source>Hide the selection</source>
        <translation>隐藏所选内容</translation>
    </message>
    <message>
        <source>Add the selected text to what is hidden</source>
        <translation>把所选文字加入隐藏内容</translation>
    </message>
    <message>
        <source>Not sensitive</source>
        <translation>不敏感</translation>
    </message>
    <message>
        <source>Take the selected item out of what is hidden</source>
        <translation>把所选项移出隐藏内容</translation>
    </message>
    <message>
        <source>Start again with new tokens; Undo brings this one back</source>
        <translation>用新的占位符重新开始；撤销可恢复当前对话</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Take back what you did last: typing, a decision, an edit, leaving a draft</source>
        <translation>撤回最近一步：输入、决定、手动修改或离开草稿</translation>
    </message>
    <message>
        <source>Do again what was undone</source>
        <translation>重做刚才撤销的一步</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>上一处更改</translation>
    </message>
    <message>
        <source>Go to the change before this one</source>
        <translation>转到前一处更改</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>下一处更改</translation>
    </message>
    <message>
        <source>Go to the change after this one</source>
        <translation>转到后一处更改</translation>
    </message>
    <message>
        <source>Show the changes</source>
        <translation>显示更改</translation>
    </message>
    <message>
        <source>Compare your prompt with what will be sent</source>
        <translation>对比您的原文与将要发送的内容</translation>
    </message>
    <message>
        <source>Inline or side by side</source>
        <translation>行内或并排</translation>
    </message>
    <message>
        <source>Switch the way changes are shown</source>
        <translation>切换更改的显示方式</translation>
    </message>
    <message>
        <source>Ignore spaces in changes</source>
        <translation>比较时忽略空白</translation>
    </message>
    <message>
        <source>Treat all white space as equal</source>
        <translation>所有空白视为相同</translation>
    </message>
    <message>
        <source>What the cloud saw</source>
        <translation>云端看到的内容</translation>
    </message>
    <message>
        <source>Switch between the restored answer and what crossed the wire</source>
        <translation>在还原后的回答与实际传输的内容之间切换</translation>
    </message>
    <message>
        <source>Copy the answer</source>
        <translation>复制回答</translation>
    </message>
    <message>
        <source>Copy the restored answer; clipboard histories are asked not to keep it</source>
        <translation>复制还原后的回答；会请剪贴板历史不要保存</translation>
    </message>
    <message>
        <source>Compose</source>
        <translation>撰写</translation>
    </message>
    <message>
        <source>Write a prompt and see what would leave</source>
        <translation>写原文，看看会发出什么</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审核</translation>
    </message>
    <message>
        <source>Decide what could not be decided automatically</source>
        <translation>对无法自动决定的内容作出决定</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>规则库</translation>
    </message>
    <message>
        <source>Prompts, rules and dictionaries with their versions</source>
        <translation>提示词、规则和词典及其版本</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Past runs, replayed step by step</source>
        <translation>逐步回放过去的运行</translation>
    </message>
    <message>
        <source>Insights</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Curves and rates over many runs</source>
        <translation>多次运行的曲线与比率</translation>
    </message>
    <message>
        <source>Engine and local model</source>
        <translation>引擎与本地模型</translation>
    </message>
    <message>
        <source>Which engine works; find and choose a model on this computer</source>
        <translation>查看当前引擎；在本机查找并选择模型</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Thresholds, destinations, appearance, language</source>
        <translation>阈值、目的地、外观、语言</translation>
    </message>
    <message>
        <source>Show or hide the inspector</source>
        <translation>显示或隐藏检查栏</translation>
    </message>
    <message>
        <source>Items, evidence and risks beside the text</source>
        <translation>文本旁的敏感项、证据和风险</translation>
    </message>
    <message>
        <source>Go to the sensitive items</source>
        <translation>转到敏感项</translation>
    </message>
    <message>
        <source>Move the keyboard to the list of items</source>
        <translation>把键盘焦点移到敏感项列表</translation>
    </message>
    <message>
        <source>Go to the prompt</source>
        <translation>转到原文</translation>
    </message>
    <message>
        <source>Move the keyboard to the editor</source>
        <translation>把键盘焦点移到编辑器</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Enlarge all text</source>
        <translation>放大所有文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Reduce all text</source>
        <translation>缩小所有文字</translation>
    </message>
    <message>
        <source>Normal text size</source>
        <translation>正常文字大小</translation>
    </message>
    <message>
        <source>Back to 100 %</source>
        <translation>恢复到 100 %</translation>
    </message>
    <message>
        <source>Light, dark or system</source>
        <translation>浅色、深色或跟随系统</translation>
    </message>
    <message>
        <source>Switch the colours</source>
        <translation>切换配色</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Find any command by name</source>
        <translation>按名称查找任何命令</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>Blank all windows until you unlock them</source>
        <translation>遮住所有窗口，直到您解锁</translation>
    </message>
    <message>
        <source>Audit trail</source>
        <translation>审计记录</translation>
    </message>
    <message>
        <source>What was kept, approved and sent, row by row</source>
        <translation>逐行查看保存、批准和发送了什么</translation>
    </message>
    <message>
        <source>First steps</source>
        <translation>初次设置</translation>
    </message>
    <message>
        <source>Language, what leaves this computer, a local model, the vault</source>
        <translation>语言、哪些内容会离开本机、本地模型、保险库</translation>
    </message>
    <message>
        <source>Keyboard help</source>
        <translation>键盘帮助</translation>
    </message>
    <message>
        <source>All commands with their keys</source>
        <translation>所有命令及其按键</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Close the window; drafts are kept in the vault</source>
        <translation>关闭窗口；草稿保存在保险库中</translation>
    </message>
    <message>
        <source>Choice {0}</source>
        <translation>选项 {0}</translation>
    </message>
    <message>
        <source>Take choice {0} for this value</source>
        <translation>对此值采用选项 {0}</translation>
    </message>
    <message>
        <source>Accept the suggestion</source>
        <translation>接受建议</translation>
    </message>
    <message>
        <source>Take what the program suggests for this value and go on</source>
        <translation>采用程序对此值的建议并继续</translation>
    </message>
    <message>
        <source>Accept all suggestions of this item</source>
        <translation>接受此项的全部建议</translation>
    </message>
    <message>
        <source>Take every suggestion for this item, as one step</source>
        <translation>一步采用此项的所有建议</translation>
    </message>
    <message>
        <source>Remove this value</source>
        <translation>删除此值</translation>
    </message>
    <message>
        <source>The question can do without it</source>
        <translation>问题不需要它</translation>
    </message>
    <message>
        <source>Hide the selected words</source>
        <translation>隐藏所选文字</translation>
    </message>
    <message>
        <source>A value that nothing found: hide it wherever it stands in this text</source>
        <translation>未识别出的值：在此文本中出现的每一处都隐藏</translation>
    </message>
    <message>
        <source>Edit the proposal by hand</source>
        <translation>手动编辑建议文本</translation>
    </message>
    <message>
        <source>Change what would leave; it is tested again</source>
        <translation>修改将要发出的内容；会重新检查</translation>
    </message>
    <message>
        <source>Next undecided value</source>
        <translation>下一个未决定的值</translation>
    </message>
    <message>
        <source>After the last one the next item</source>
        <translation>最后一个之后转到下一项</translation>
    </message>
    <message>
        <source>Next value</source>
        <translation>下一个值</translation>
    </message>
    <message>
        <source>Go to the value below</source>
        <translation>转到下面的值</translation>
    </message>
    <message>
        <source>Previous value</source>
        <translation>上一个值</translation>
    </message>
    <message>
        <source>Go to the value above</source>
        <translation>转到上面的值</translation>
    </message>
    <message>
        <source>Next item</source>
        <translation>下一项</translation>
    </message>
    <message>
        <source>Open the next item of the queue that waits</source>
        <translation>打开下一个待审的项目</translation>
    </message>
    <message>
        <source>Previous item</source>
        <translation>上一项</translation>
    </message>
    <message>
        <source>Open the item above</source>
        <translation>打开上面的项目</translation>
    </message>
    <message>
        <source>All choices for this value</source>
        <translation>此值的全部选项</translation>
    </message>
    <message>
        <source>Open the menu of levels and other choices</source>
        <translation>打开级别及其他选项的菜单</translation>
    </message>
    <message>
        <source>Undo in the review</source>
        <translation>撤销审核操作</translation>
    </message>
    <message>
        <source>Take back the last choice, edit, bulk action or decision; not a send</source>
        <translation>撤回最近的选择、编辑、批量操作或决定；发送除外</translation>
    </message>
    <message>
        <source>Redo in the review</source>
        <translation>重做审核操作</translation>
    </message>
    <message>
        <source>Do again what was taken back</source>
        <translation>重做被撤回的操作</translation>
    </message>
    <message>
        <source>Same choice elsewhere</source>
        <translation>在别处作同样选择</translation>
    </message>
    <message>
        <source>Apply this choice to the same value in other items</source>
        <translation>把此选择用于其他项目中的相同值</translation>
    </message>
    <message>
        <source>Claim or let go</source>
        <translation>认领或放开</translation>
    </message>
    <message>
        <source>Say that you are at this item, or that others may have it</source>
        <translation>表明您正在处理此项，或让给他人</translation>
    </message>
    <message>
        <source>Write the reason</source>
        <translation>填写理由</translation>
    </message>
    <message>
        <source>Move the keyboard to the reason of the decision</source>
        <translation>把键盘移到决定理由处</translation>
    </message>
    <message>
        <source>Keys of the review</source>
        <translation>审核按键</translation>
    </message>
    <message>
        <source>Show the keys that work in the panes</source>
        <translation>显示在各窗格中有效的按键</translation>
    </message>
    <message>
        <source>Accept everything that would pass</source>
        <translation>接受所有会通过的建议</translation>
    </message>
    <message>
        <source>Look for items whose suggestions would pass, count them, then ask</source>
        <translation>查找建议会通过的项目，先计数再询问</translation>
    </message>
    <message>
        <source>Approve and send</source>
        <translation>批准并发送</translation>
    </message>
    <message>
        <source>Test the choices; once they pass, send exactly that text</source>
        <translation>检查所作选择；通过后原样发送该文本</translation>
    </message>
    <message>
        <source>Approve and copy</source>
        <translation>批准并复制</translation>
    </message>
    <message>
        <source>Test the choices; once they pass, copy exactly that text</source>
        <translation>检查所作选择；通过后原样复制该文本</translation>
    </message>
    <message>
        <source>Answer locally</source>
        <translation>本机回答</translation>
    </message>
    <message>
        <source>A model on this computer answers; nothing leaves</source>
        <translation>由本地模型回答，不发送任何内容</translation>
    </message>
    <message>
        <source>Return to the author</source>
        <translation>退回给作者</translation>
    </message>
    <message>
        <source>Back to Compose as a draft</source>
        <translation>作为草稿回到撰写页</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>It does not leave</source>
        <translation>不予发出</translation>
    </message>
    <message>
        <source>Experiences and rules</source>
        <translation>经验与规则</translation>
    </message>
    <message>
        <source>What went wrong so far, and what can be learned from it</source>
        <translation>迄今出了什么问题，能从中学到什么</translation>
    </message>
    <message>
        <source>Distil now</source>
        <translation>立即提炼</translation>
    </message>
    <message>
        <source>Turn experiences into rules; nothing holds before you adopt it</source>
        <translation>把经验变成规则；在您采用之前不会生效</translation>
    </message>
    <message>
        <source>Try old against new</source>
        <translation>新旧对照试验</translation>
    </message>
    <message>
        <source>Run the proposed rules against what is in force, on the same texts</source>
        <translation>在相同文本上将拟议的规则与现行版本对照运行</translation>
    </message>
    <message>
        <source>Adopt</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>What was proposed or tried holds from the next run on</source>
        <translation>拟议或试用的内容从下一次运行起生效</translation>
    </message>
    <message>
        <source>Discard the proposals</source>
        <translation>放弃拟议的规则</translation>
    </message>
    <message>
        <source>Forget proposals and trial; experiences stay</source>
        <translation>丢弃拟议的规则和试验；经验保留</translation>
    </message>
    <message>
        <source>Stop the distillation or trial</source>
        <translation>停止提炼或试验</translation>
    </message>
    <message>
        <source>What was there before stays</source>
        <translation>之前的内容保持不变</translation>
    </message>
    <message>
        <source>Roll back to the version on show</source>
        <translation>回滚到所示版本</translation>
    </message>
    <message>
        <source>Makes a new version that repeats it; it can be undone</source>
        <translation>生成一个与之相同的新版本；可以撤销</translation>
    </message>
    <message>
        <source>Take the last step in the library back</source>
        <translation>撤回规则库中的上一步</translation>
    </message>
    <message>
        <source>Again a new version; the history keeps every one</source>
        <translation>同样生成新版本；历史保留每个版本</translation>
    </message>
    <message>
        <source>Words to hide always</source>
        <translation>始终隐藏的词语</translation>
    </message>
    <message>
        <source>Names of customers, projects, products</source>
        <translation>客户、项目、产品的名称</translation>
    </message>
    <message>
        <source>Words to hide never</source>
        <translation>从不隐藏的词语</translation>
    </message>
    <message>
        <source>Words that are marked for nothing</source>
        <translation>被误标的词语</translation>
    </message>
    <message>
        <source>Own recognisers</source>
        <translation>自定义识别器</translation>
    </message>
    <message>
        <source>Numbers and codes of your own, with a box to try them</source>
        <translation>您自己的编号和代码，可当场试用</translation>
    </message>
</context>
<context>
    <name>CompareDialog</name>
    <message>
        <source>Two runs compared</source>
        <translation>比较两次运行</translation>
    </message>
    <message>
        <source>The first run, with what the second took away</source>
        <translation>第一次运行，标出第二次去掉的内容</translation>
    </message>
    <message>
        <source>The second run, with what it added</source>
        <translation>第二次运行，标出其新增的内容</translation>
    </message>
    <message>
        <source>No differences</source>
        <translation>没有差别</translation>
    </message>
    <message>
        <source>Both runs proposed the same words.</source>
        <translation>两次运行提出的文字相同。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Compose</name>
    <message>
        <source>Dry run (nothing leaves)</source>
        <translation>演练（不发送任何内容）</translation>
    </message>
    <message>
        <source>By hand (copy and paste)</source>
        <translation>手动（复制与粘贴）</translation>
    </message>
    <message>
        <source>{count} bytes</source>
        <translation>{count} 字节</translation>
    </message>
    <message>
        <source>your text {size}</source>
        <translation>您的文本 {size}</translation>
    </message>
    <message>
        <source>line for the model {size}</source>
        <translation>给模型的说明 {size}</translation>
    </message>
    <message>
        <source>earlier turns {size}</source>
        <translation>此前各轮 {size}</translation>
    </message>
    <message>
        <source>form of the request {size}</source>
        <translation>请求格式 {size}</translation>
    </message>
    <message>
        <source>The whole request: {parts}.</source>
        <translation>整个请求：{parts}。</translation>
    </message>
    <message>
        <source>Sanitize &amp;&amp; Send</source>
        <translation>脱敏并发送</translation>
    </message>
    <message>
        <source>Hide more, and check</source>
        <translation>隐藏更多并检查</translation>
    </message>
    <message>
        <source>Finish the dry run: {size}, nothing leaves</source>
        <translation>完成演练：{size}，不会离开本机</translation>
    </message>
    <message>
        <source>Copy {size} for pasting</source>
        <translation>复制 {size}以便粘贴</translation>
    </message>
    <message>
        <source>Restore the pasted answer</source>
        <translation>还原粘贴的回答</translation>
    </message>
    <message>
        <source>Send to {host}</source>
        <translation>发送到 {host}</translation>
    </message>
    <message>
        <source>Send {size} to {host}</source>
        <translation>将 {size}发送到 {host}</translation>
    </message>
    <message>
        <source>The engine is starting. You can write meanwhile.</source>
        <translation>引擎正在启动，您可以先写。</translation>
    </message>
    <message>
        <source>The engine could not start, so nothing can be checked or sent.</source>
        <translation>引擎无法启动，因此不能检查也不能发送。</translation>
    </message>
    <message>
        <source>Write or paste a prompt first.</source>
        <translation>请先写入或粘贴原文。</translation>
    </message>
    <message>
        <source>The prompt is larger than one million bytes.</source>
        <translation>原文超过一百万字节。</translation>
    </message>
    <message>
        <source>Checking. Esc stops it.</source>
        <translation>正在检查。按 Esc 停止。</translation>
    </message>
    <message>
        <source>On its way. Esc stops it.</source>
        <translation>正在发送。按 Esc 停止。</translation>
    </message>
    <message>
        <source>The local model writes. Esc stops it.</source>
        <translation>本地模型正在回答。按 Esc 停止。</translation>
    </message>
    <message>
        <source>The destination&apos;s model reads it. Esc stops it.</source>
        <translation>目的地的模型正在读它。按 Esc 停止。</translation>
    </message>
    <message>
        <source>Looking for what would help.</source>
        <translation>正在寻找有效的办法。</translation>
    </message>
    <message>
        <source>A person must decide first: hide more, edit, or queue it for review.</source>
        <translation>须先由人决定：隐藏更多、编辑，或送交审核。</translation>
    </message>
    <message>
        <source>Putting together what would be sent.</source>
        <translation>正在汇总将要发送的内容。</translation>
    </message>
    <message>
        <source>It cannot be sent this way; see what stands in the way.</source>
        <translation>目前不能这样发送；请看上面的原因。</translation>
    </message>
    <message>
        <source>Tick the box first.</source>
        <translation>请先勾选复选框。</translation>
    </message>
    <message>
        <source>Give the API key first.</source>
        <translation>请先填写 API 密钥。</translation>
    </message>
    <message>
        <source>Waiting for the embedded evaluator.</source>
        <translation>正在等待内嵌评估模型。</translation>
    </message>
    <message>
        <source>Let the evaluator look again, or do without it.</source>
        <translation>让评估模型再看一次，或不使用它。</translation>
    </message>
    <message>
        <source>Another text of this conversation is on its way from Review.</source>
        <translation>此对话的另一段文本正从“审核”发出。</translation>
    </message>
    <message>
        <source>Check the edited text, or discard the changes.</source>
        <translation>请检查修改后的文本，或放弃修改。</translation>
    </message>
    <message>
        <source>Paste the answer into the box above.</source>
        <translation>请把回答粘贴到上方的框中。</translation>
    </message>
    <message>
        <source>The text is checked already; approve it or change it.</source>
        <translation>文本已检查过；请批准或修改。</translation>
    </message>
    <message>
        <source>There is no verdict yet.</source>
        <translation>还没有结论。</translation>
    </message>
    <message>
        <source>Nothing is running.</source>
        <translation>没有正在进行的工作。</translation>
    </message>
    <message>
        <source>Not while something is running.</source>
        <translation>有工作正在进行时不可用。</translation>
    </message>
    <message>
        <source>Nothing to take back.</source>
        <translation>没有可撤销的步骤。</translation>
    </message>
    <message>
        <source>Nothing to do again.</source>
        <translation>没有可重做的步骤。</translation>
    </message>
    <message>
        <source>There is no answer yet.</source>
        <translation>还没有回答。</translation>
    </message>
    <message>
        <source>The program is locked.</source>
        <translation>程序已锁定。</translation>
    </message>
    <message>
        <source>There is no vault yet; set one up first.</source>
        <translation>还没有保险库，请先建立。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>A new conversation has begun.</source>
        <translation>已开始新对话。</translation>
    </message>
    <message>
        <source>Another conversation is open.</source>
        <translation>已打开另一个对话。</translation>
    </message>
    <message>
        <source>The example has taken the place of your text.</source>
        <translation>示例已替换您的原文。</translation>
    </message>
    <message>
        <source>Set aside; nothing was sent. A new conversation has begun.</source>
        <translation>已暂存，未发送任何内容。已开始新对话。</translation>
    </message>
    <message>
        <source>The draft that was set aside is back.</source>
        <translation>暂存的草稿已取回。</translation>
    </message>
    <message>
        <source>Marked as not sensitive.</source>
        <translation>已标为不敏感。</translation>
    </message>
    <message>
        <source>Your edits by hand are discarded.</source>
        <translation>已放弃手动修改。</translation>
    </message>
    <message>
        <source>More is hidden now.</source>
        <translation>已隐藏更多内容。</translation>
    </message>
    <message>
        <source>Queued: it waits under Review until a person decides. Nothing was sent. A new conversation has begun.</source>
        <translation>已送审：在“审核”中等待人工决定，未发送任何内容。已开始新对话。</translation>
    </message>
    <message>
        <source>Open Review</source>
        <translation>打开审核</translation>
    </message>
    <message>
        <source>A reviewer returned this prompt to you.</source>
        <translation>审核人已将此原文退回给您。</translation>
    </message>
    <message>
        <source>{name}: its text stands in your prompt now.</source>
        <translation>{name}：内容已放入您的原文。</translation>
    </message>
    <message>
        <source>{name}: refused. Only .txt and .md are read; save it as plain text first.</source>
        <translation>{name}：未接受。只能读取 .txt 和 .md，请先另存为纯文本。</translation>
    </message>
    <message>
        <source>{name}: refused. It holds more than a prompt may.</source>
        <translation>{name}：未接受。内容超出原文的长度上限。</translation>
    </message>
    <message>
        <source>{name}: refused. It cannot be read as text (UTF-8).</source>
        <translation>{name}：未接受。无法作为文本（UTF-8）读取。</translation>
    </message>
    <message>
        <source>sending {size} to {name}</source>
        <translation>正在将 {size}发送到“{name}”</translation>
    </message>
    <message>
        <source>{size} sent to {name}, answer arriving</source>
        <translation>已将 {size}发送到“{name}”，正在接收回答</translation>
    </message>
    <message>
        <source>{size} copied, waiting for the answer you paste</source>
        <translation>已复制 {size}，等待您粘贴回答</translation>
    </message>
    <message>
        <source>{size} sent to {name}</source>
        <translation>已将 {size}发送到“{name}”</translation>
    </message>
    <message>
        <source>dry run: {size} would have been sent, nothing left</source>
        <translation>演练：本应发送 {size}，实际没有发出任何内容</translation>
    </message>
    <message>
        <source>{size} sent to {name}, answer incomplete</source>
        <translation>已将 {size}发送到“{name}”，回答不完整</translation>
    </message>
    <message>
        <source>{size} may have been sent to {name}</source>
        <translation>可能已将 {size}发送到“{name}”</translation>
    </message>
    <message>
        <source>{model} writes; no cloud gets the text</source>
        <translation>{model} 正在回答，任何云端都拿不到原文</translation>
    </message>
    <message>
        <source>answered by {model}; no cloud got the text</source>
        <translation>由 {model} 回答，任何云端都没有拿到原文</translation>
    </message>
    <message>
        <source>{size} copied; you carried it by hand and pasted the answer</source>
        <translation>已复制 {size}，由您手动带去并粘贴了回答</translation>
    </message>
</context>
<context>
    <name>ComposeView</name>
    <message>
        <source> Why: {0}</source>
        <translation>原因：{0}</translation>
    </message>
    <message>
        <source>Save signed</source>
        <translation>另存为签名文件</translation>
    </message>
    <message>
        <source>Signed certificates (*.json)</source>
        <translation>签名证书 (*.json)</translation>
    </message>
    <message numerus="yes">
        <source>To review: %n, take back the last</source>
        <translation>
            <numerusform>待审：%n，取回最后一份</numerusform>
        </translation>
    </message>
    <message>
        <source>Kept in memory until you close the program</source>
        <translation>保存在内存中，直到您关闭程序</translation>
    </message>
</context>
<context>
    <name>ConnectionPage</name>
    <message>
        <source>Engine and local model</source>
        <translation>引擎与本地模型</translation>
    </message>
    <message>
        <source>Back to the text</source>
        <translation>返回文本</translation>
    </message>
    <message>
        <source>What checks your text now</source>
        <translation>目前由谁检查您的文本</translation>
    </message>
    <message>
        <source>Stop connecting</source>
        <translation>停止连接</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Use the built-in engine only</source>
        <translation>只用内置引擎</translation>
    </message>
    <message>
        <source>Model servers</source>
        <translation>模型服务器</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Another port, or an address such as 192.168.1.20:1234</source>
        <translation>其他端口，或 192.168.1.20:1234 这样的地址</translation>
    </message>
    <message>
        <source>Address of a model server</source>
        <translation>模型服务器的地址</translation>
    </message>
    <message>
        <source>Look there</source>
        <translation>查看该地址</translation>
    </message>
    <message>
        <source>No, do not use it</source>
        <translation>不，不使用</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>What this model was seen to do</source>
        <translation>这个模型的实测表现</translation>
    </message>
    <message>
        <source>Choose another</source>
        <translation>另选一个</translation>
    </message>
    <message>
        <source>Use it all the same</source>
        <translation>仍然使用</translation>
    </message>
    <message>
        <source>Embedded evaluator</source>
        <translation>内嵌评估模型</translation>
    </message>
    <message>
        <source>A small model inside this program looks at every verdict once more</source>
        <translation>由程序内的小模型对每次结论再检查一遍</translation>
    </message>
    <message>
        <source>Built-in engine</source>
        <translation>内置引擎</translation>
    </message>
    <message>
        <source>Rules, word lists and deterministic attackers in this program. Always available.</source>
        <translation>本程序自带的规则、词表和确定性攻击者，始终可用。</translation>
    </message>
    <message>
        <source>A dozen short questions without any text of yours. You can go on writing.</source>
        <translation>正在提出十几个短问题，不含您的任何文本。您可以继续写。</translation>
    </message>
    <message>
        <source>Until you decide, the engine that worked before goes on.</source>
        <translation>在您决定之前，原来的引擎继续工作。</translation>
    </message>
    <message>
        <source>The model finds, rewrites and attacks; the built-in attackers check beside it.</source>
        <translation>模型负责查找、改写和攻击；内置攻击者同时检查。</translation>
    </message>
    <message>
        <source>Your text is untouched. Start the server and try again, or go on without it.</source>
        <translation>您的文本完好无损。请启动服务器后重试，或不用它继续。</translation>
    </message>
    <message>
        <source>The built-in engine works meanwhile.</source>
        <translation>期间由内置引擎工作。</translation>
    </message>
    <message>
        <source>Looking at the usual ports of this computer…</source>
        <translation>正在查看本机的常用端口…</translation>
    </message>
    <message numerus="yes">
        <source>%n program(s) answered on the ports looked at.</source>
        <translation>
            <numerusform>所查端口上有 %n 个程序应答。</numerusform>
        </translation>
    </message>
    <message>
        <source>No model server answered on the ports looked at.</source>
        <translation>所查看的端口上没有模型服务器应答。</translation>
    </message>
    <message>
        <source>Not running: {names}</source>
        <translation>未运行：{names}</translation>
    </message>
    <message>
        <source>{host} is another computer. A model there reads your text before anything is hidden: it crosses your network, and whoever runs that computer can read it. Trust it only if it is yours, or your institution allows it. It is remembered until you take it back.</source>
        <translation>{host} 是另一台计算机。那里的模型读到的是隐藏之前的原文：原文会经过您的网络，管理那台计算机的人可以看到。只有它属于您，或您的机构允许时才信任它。这一决定会被记住，直到您收回。</translation>
    </message>
    <message>
        <source>The connection is not encrypted.</source>
        <translation>该连接未加密。</translation>
    </message>
    <message>
        <source>Trust {host}</source>
        <translation>信任 {host}</translation>
    </message>
    <message>
        <source>You trust {host}.</source>
        <translation>您信任 {host}。</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>Do not trust {host} any more</source>
        <translation>不再信任 {host}</translation>
    </message>
    <message>
        <source>Offered by {name} at {address}. Models that only compute embeddings are left out.</source>
        <translation>由 {address} 上的 {name} 提供。只计算嵌入向量的模型不列出。</translation>
    </message>
    <message>
        <source>{model} cannot extract reliably: it did not keep to the shape it was given. It may miss what must be hidden; the rules of this program still look.</source>
        <translation>{model} 无法可靠提取：它没有遵守给定的格式，可能漏掉应当隐藏的内容；本程序的规则仍会检查。</translation>
    </message>
    <message>
        <source>The engine is starting.</source>
        <translation>引擎正在启动。</translation>
    </message>
    <message>
        <source>Evaluator off: {reason}</source>
        <translation>评估模型未启用：{reason}</translation>
    </message>
    <message>
        <source>Switched off by you. Every certificate says that it was not asked.</source>
        <translation>已由您关闭。每份证书都会注明没有询问它。</translation>
    </message>
    <message>
        <source>On. A verdict of the built-in engine waits some seconds for it before anything is sent.</source>
        <translation>已开启。内置引擎得出结论后，会等它几秒钟，之后才能发送。</translation>
    </message>
</context>
<context>
    <name>ConversationPane</name>
    <message>
        <source>No conversation is open</source>
        <translation>没有打开的对话</translation>
    </message>
    <message>
        <source>Choose one on the left to read it.</source>
        <translation>在左侧选择一个来阅读。</translation>
    </message>
    <message>
        <source>Conversation and runs</source>
        <translation>对话与运行</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Continue in Compose</source>
        <translation>在撰写页继续</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Delete for ever</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Runs of this conversation</source>
        <translation>此对话的各次运行</translation>
    </message>
    <message>
        <source>Compare the two chosen runs</source>
        <translation>比较所选的两次运行</translation>
    </message>
    <message numerus="yes">
        <source>%n turn(s)</source>
        <translation>
            <numerusform>%n 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>kept until {day}</source>
        <translation>保留到 {day}</translation>
    </message>
    <message numerus="yes">
        <source>%n round(s)</source>
        <translation>
            <numerusform>%n 次迭代</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Counting</name>
    <message>
        <source>another {0}</source>
        <translation>另一项{0}</translation>
    </message>
    <message>
        <source>Counts: {0}.</source>
        <translation>计入：{0}。</translation>
    </message>
    <message>
        <source>Not counted: {0}.</source>
        <translation>未计入：{0}。</translation>
    </message>
    <message>
        <source>How many people fit what is told is not known.</source>
        <translation>有多少人符合保留的内容，无从得知。</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>The program had failed</source>
        <translation>程序曾出错</translation>
    </message>
    <message>
        <source>Something in the program failed when it ran last.</source>
        <translation>程序上次运行时出了错。</translation>
    </message>
    <message>
        <source>This is all that was kept of it: places in the program and versions, nothing of what you wrote. It is sent nowhere. If you want to report the fault, copy it yourself.</source>
        <translation>这就是留存的全部内容：程序中的位置和版本，不含您写的任何文字。它不会发送到任何地方。如果您想报告这个错误，请自行复制。</translation>
    </message>
    <message>
        <source>Report of the failure</source>
        <translation>错误报告</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close and delete it</source>
        <translation>关闭并删除报告</translation>
    </message>
</context>
<context>
    <name>CsvDialog</name>
    <message>
        <source>Import into “Always hide”</source>
        <translation>导入到“始终隐藏”</translation>
    </message>
    <message>
        <source>Import into “Never hide”</source>
        <translation>导入到“从不隐藏”</translation>
    </message>
    <message>
        <source>Beginning of the file</source>
        <translation>文件开头</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>This is the beginning of the file:</source>
        <translation>文件开头如下：</translation>
    </message>
    <message>
        <source>The first row is a heading</source>
        <translation>第一行是标题</translation>
    </message>
    <message>
        <source>Column with the words</source>
        <translation>词语所在的列</translation>
    </message>
    <message>
        <source>They are</source>
        <translation>它们是</translation>
    </message>
    <message>
        <source>Column {0}</source>
        <translation>第 {0} 列</translation>
    </message>
    <message>
        <source>Each is what “{0}” says; without it:</source>
        <translation>各按“{0}”列；该列为空的算作：</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message numerus="yes">
        <source>%n word(s); twice in the file: {twice}; blank, too short or too long: {skipped}.</source>
        <translation>
            <numerusform>%n 个词语；文件中重复：{twice}；空白、过短或过长：{skipped}。</numerusform>
        </translation>
    </message>
    <message>
        <source>First such lines: {0}</source>
        <translation>最先出现的此类行：{0}</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>{added} added, {known} were there already, {skipped} blank or too long and left out.</source>
        <translation>新增 {added} 个，{known} 个已在列表中，{skipped} 个为空或过长而略过。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>DecidingBar</name>
    <message>
        <source>I have checked host, model and account</source>
        <translation>我已检查主机、模型和账户</translation>
    </message>
    <message>
        <source>I have checked host, model and account of {host}</source>
        <translation>我已检查 {host} 的主机、模型和账户</translation>
    </message>
    <message>
        <source>To: {name}   ·   {size}</source>
        <translation>发往：{name}   ·   {size}</translation>
    </message>
    <message>
        <source>To: {name}   ·   host {host}   ·   model {model}   ·   account {account}   ·   {size}</source>
        <translation>发往：{name}   ·   主机 {host}   ·   模型 {model}   ·   账户 {account}   ·   {size}</translation>
    </message>
    <message>
        <source>that of the API key</source>
        <translation>API 密钥所属的账户</translation>
    </message>
</context>
<context>
    <name>DecisionBar</name>
    <message>
        <source>Reason of the decision</source>
        <translation>决定的理由</translation>
    </message>
    <message>
        <source>Reason of the decision (W); ↓ shows earlier ones</source>
        <translation>决定的理由（W）；↓ 显示以前的理由</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>退回</translation>
    </message>
    <message>
        <source>Return to the author as a draft</source>
        <translation>作为草稿退回给作者</translation>
    </message>
    <message>
        <source>Answer locally</source>
        <translation>本机回答</translation>
    </message>
    <message>
        <source>Approve and copy</source>
        <translation>批准并复制</translation>
    </message>
    <message>
        <source>Approve and send</source>
        <translation>批准并发送</translation>
    </message>
    <message>
        <source>Sum and decision</source>
        <translation>汇总与决定</translation>
    </message>
    <message>
        <source>{model} answers the prompt as it was written. No cloud gets it. Esc stops it.</source>
        <translation>{model} 正在按原文回答，任何云端都拿不到。按 Esc 停止。</translation>
    </message>
    <message>
        <source>You are editing. Take the text to see what it would do.</source>
        <translation>正在编辑。采用文本后可看到效果。</translation>
    </message>
    <message>
        <source>The destination&apos;s model reads it. Esc stops it.</source>
        <translation>目的地的模型正在读取。按 Esc 停止。</translation>
    </message>
    <message>
        <source>On its way. Esc stops it.</source>
        <translation>正在发送。按 Esc 停止。</translation>
    </message>
    <message>
        <source>Checking exactly this text…</source>
        <translation>正在检查此文本…</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在测算…</translation>
    </message>
    <message>
        <source>A prediction. Only the check before sending certifies.</source>
        <translation>这是预测。只有发送前的检查才能认证。</translation>
    </message>
    <message>
        <source>You wrote it yourself: nobody else looks at it before it leaves.</source>
        <translation>这是您自己写的：离开之前没有其他人看过。</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) still tell too much. Choose again, edit, or return it.</source>
        <translation>
            <numerusform>仍有 %n 个值透露过多。请重新选择、编辑或退回。</numerusform>
        </translation>
    </message>
    <message>
        <source>Checked: it does not pass with these choices.</source>
        <translation>已检查：按这些选择不能通过。</translation>
    </message>
    <message>
        <source>Copy it now</source>
        <translation>立即复制</translation>
    </message>
    <message>
        <source>Return and Reject need a reason (W).</source>
        <translation>退回和拒绝需要理由（W）。</translation>
    </message>
</context>
<context>
    <name>DestinationDialog</name>
    <message>
        <source>Destination</source>
        <translation>目的地</translation>
    </message>
    <message>
        <source>OpenAI-compatible chat</source>
        <translation>OpenAI 兼容对话</translation>
    </message>
    <message>
        <source>Anthropic messages</source>
        <translation>Anthropic 消息</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Base address</source>
        <translation>基础地址</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Account (optional)</source>
        <translation>账户（可选）</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API 密钥</translation>
    </message>
    <message>
        <source>What is known of the destination</source>
        <translation>关于此目的地的已知信息</translation>
    </message>
    <message>
        <source>Another one, by its address</source>
        <translation>其他服务商（填写地址）</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>服务商</translation>
    </message>
    <message>
        <source>How you want to call it</source>
        <translation>您想怎样称呼它</translation>
    </message>
    <message>
        <source>Model name as the destination writes it</source>
        <translation>目的地使用的模型名称</translation>
    </message>
    <message>
        <source>Test the connection</source>
        <translation>测试连接</translation>
    </message>
    <message>
        <source>A key is kept; leave empty to go on using it</source>
        <translation>已保存密钥；留空则继续使用</translation>
    </message>
    <message>
        <source>The key goes to the key store of your operating system, never to a file.</source>
        <translation>密钥存入操作系统的密钥库，绝不写入文件。</translation>
    </message>
    <message>
        <source>This computer has no key store that works, so the key is held until you close the program and asked for again next time.</source>
        <translation>本机没有可用的密钥库，因此密钥只保留到您关闭程序为止，下次会再次询问。</translation>
    </message>
    <message>
        <source>Texts go to {host}.</source>
        <translation>文本将发往 {host}。</translation>
    </message>
    <message>
        <source>Without a key nothing is sent: you are asked for it then.</source>
        <translation>没有密钥不会发送任何内容；发送前会请您填写。</translation>
    </message>
    <message>
        <source>Name, base address and model are needed.</source>
        <translation>需要名称、基础地址和模型。</translation>
    </message>
    <message>
        <source>Asking the destination…</source>
        <translation>正在询问目的地…</translation>
    </message>
    <message>
        <source>It answers. Only a fixed test word was sent.</source>
        <translation>目的地有应答。只发送了一个固定的测试词。</translation>
    </message>
</context>
<context>
    <name>DestinationPicker</name>
    <message>
        <source>To: {name}</source>
        <translation>发往：{name}</translation>
    </message>
    <message>
        <source>Destination: {name}</source>
        <translation>目的地：{name}</translation>
    </message>
    <message>
        <source>Change {name}…</source>
        <translation>修改 {name}…</translation>
    </message>
    <message>
        <source>Add a destination…</source>
        <translation>添加目的地…</translation>
    </message>
</context>
<context>
    <name>DiffView</name>
    <message>
        <source>Changes, inline</source>
        <translation>更改，行内显示</translation>
    </message>
    <message>
        <source>Your prompt, with what was removed</source>
        <translation>您的原文，标出被删去的内容</translation>
    </message>
    <message>
        <source>What will be sent, with what was added</source>
        <translation>将要发送的内容，标出新增的内容</translation>
    </message>
    <message>
        <source>Inline</source>
        <translation>行内</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>Ignore spaces</source>
        <translation>忽略空白</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Previous change (Alt+Up)</source>
        <translation>上一处更改（Alt+Up）</translation>
    </message>
    <message>
        <source>Next change (Alt+Down)</source>
        <translation>下一处更改（Alt+Down）</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>No differences</source>
        <translation>没有差别</translation>
    </message>
    <message>
        <source>What you wrote is what would leave.</source>
        <translation>您写的内容会原样发出。</translation>
    </message>
    <message>
        <source>Nothing to compare yet</source>
        <translation>还没有可比较的内容</translation>
    </message>
    <message>
        <source>Write or paste a prompt first.</source>
        <translation>请先写入或粘贴原文。</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n 处更改</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}/{1}</source>
        <translation>{0}/{1}</translation>
    </message>
</context>
<context>
    <name>DistillationPane</name>
    <message>
        <source>Distil now</source>
        <translation>立即提炼</translation>
    </message>
    <message>
        <source>Try old against new</source>
        <translation>新旧对照试验</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源数</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Proposed rules</source>
        <translation>拟议的规则</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Old</source>
        <translation>旧版</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新版</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>p</source>
        <translation>p 值</translation>
    </message>
    <message>
        <source>Says</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Old against new</source>
        <translation>新旧对照</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Adopt</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>The local model took no part: {0}</source>
        <translation>本地模型没有参与：{0}</translation>
    </message>
    <message>
        <source>No proposals yet</source>
        <translation>还没有拟议的规则</translation>
    </message>
    <message>
        <source>“Distil now” turns experiences into rules, each checked first.</source>
        <translation>“立即提炼”把经验变成规则，每条规则都会先经过检查。</translation>
    </message>
    <message>
        <source>No rule came of it</source>
        <translation>没有得出规则</translation>
    </message>
    <message>
        <source>A rule needs the same sort of correction in several texts, with different values.</source>
        <translation>同类更正要在多段文本中、以不同的值出现，才能形成规则。</translation>
    </message>
    <message numerus="yes">
        <source>%n more correction(s) of this sort until a rule: {type}.</source>
        <translation>
            <numerusform>“{type}”类再更正 %n 次，即可形成规则。</numerusform>
        </translation>
    </message>
    <message>
        <source>“{0}” was marked for nothing; add it to your never-hide list?</source>
        <translation>“{0}”曾被误标；要加入您的“从不隐藏”列表吗？</translation>
    </message>
    <message>
        <source>for you to decide</source>
        <translation>由您决定</translation>
    </message>
    <message>
        <source>in your never-hide list</source>
        <translation>已在您的“从不隐藏”列表中</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>试验</translation>
    </message>
    <message>
        <source>Not tried yet</source>
        <translation>尚未试验</translation>
    </message>
    <message>
        <source>A trial runs old and new on the same texts, here on this computer.</source>
        <translation>试验在本机上用相同的文本运行新旧两版。</translation>
    </message>
    <message numerus="yes">
        <source>Adopt %n rule(s)</source>
        <translation>
            <numerusform>采用 %n 条规则</numerusform>
        </translation>
    </message>
    <message>
        <source>Adopt version {0}</source>
        <translation>采用版本 {0}</translation>
    </message>
    <message>
        <source>Not tried yet: adopting it now has no evidence behind it.</source>
        <translation>尚未试验：现在采用没有任何依据。</translation>
    </message>
</context>
<context>
    <name>Evidence</name>
    <message>
        <source>computed from the figures above, not measured</source>
        <translation>由上面的数字计算得出，并非测量</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>测量内容</translation>
    </message>
    <message>
        <source>By whom</source>
        <translation>由谁测量</translation>
    </message>
    <message>
        <source>How often</source>
        <translation>测量次数</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>Does not say</source>
        <translation>不代表</translation>
    </message>
    <message>
        <source>Attacked by</source>
        <translation>攻击者</translation>
    </message>
    <message>
        <source>no language model</source>
        <translation>没有语言模型</translation>
    </message>
    <message>
        <source>embedded evaluator</source>
        <translation>内嵌评估模型</translation>
    </message>
    <message>
        <source>your local model</source>
        <translation>您的本地模型</translation>
    </message>
    <message>
        <source>the destination&apos;s model</source>
        <translation>目的地的模型</translation>
    </message>
    <message>
        <source>Leakage (L), {0}</source>
        <translation>泄露（L），{0}</translation>
    </message>
    <message>
        <source>Leakage, {0}</source>
        <translation>泄露，{0}</translation>
    </message>
    <message>
        <source>computed for every item; nothing was drawn</source>
        <translation>对每一项计算得出；没有抽样</translation>
    </message>
    <message>
        <source>{0}, computed</source>
        <translation>{0}，计算得出</translation>
    </message>
    <message>
        <source>{0} hits of {1}, bound {2}</source>
        <translation>{1} 次中命中 {0} 次，上界 {2}</translation>
    </message>
    <message>
        <source>{0} to {1} at {2} confidence</source>
        <translation>{0} 至 {1}，置信水平 {2}</translation>
    </message>
    <message>
        <source>On your prompt as written: {0}.</source>
        <translation>对您的原文：{0}。</translation>
    </message>
    <message>
        <source>Only these attackers were tried. Others, or later ones, may find more.</source>
        <translation>只试过这些攻击者。其他的或以后的攻击者可能发现更多。</translation>
    </message>
    <message>
        <source>Crowd (k)</source>
        <translation>符合人数（k）</translation>
    </message>
    <message>
        <source>How many people of the reference population fit what the text still tells.</source>
        <translation>参照人口中有多少人符合文本仍然透露的内容。</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>未计数</translation>
    </message>
    <message>
        <source>no combination of items could be counted</source>
        <translation>没有可以计数的组合</translation>
    </message>
    <message>
        <source>population {0}, columns {1}</source>
        <translation>人口 {0}，列 {1}</translation>
    </message>
    <message>
        <source>{0} combinations counted</source>
        <translation>计数了 {0} 个组合</translation>
    </message>
    <message>
        <source>about {0} people</source>
        <translation>约 {0} 人</translation>
    </message>
    <message>
        <source>Utility (U), {0}</source>
        <translation>可用性（U），{0}</translation>
    </message>
    <message>
        <source>Whether questions about the task get the same answer from the changed text.</source>
        <translation>关于任务的问题在改动后的文本中是否得到相同的回答。</translation>
    </message>
    <message>
        <source>A measurement that failed has no figure, and passes no limit.</source>
        <translation>失败的测量没有数值，也不算达到任何限值。</translation>
    </message>
    <message>
        <source>not computed</source>
        <translation>未计算</translation>
    </message>
    <message>
        <source>nothing to ask</source>
        <translation>没有可问的</translation>
    </message>
    <message>
        <source>no question could be formed</source>
        <translation>无法构成问题</translation>
    </message>
    <message>
        <source>fixed questions about each item, without a language model</source>
        <translation>针对每一项的固定问题，不用语言模型</translation>
    </message>
    <message>
        <source>How much of what the answer needs is told, coarser, or comes back by itself.</source>
        <translation>回答所需的内容中，有多少保留原样、已概括，或会自动还原。</translation>
    </message>
    <message>
        <source>read off the text; no language model was asked</source>
        <translation>直接从文本读出，没有询问语言模型</translation>
    </message>
    <message>
        <source>{0} values that the answer needs</source>
        <translation>回答需要 {0} 个值</translation>
    </message>
    <message>
        <source>It does not read the answer of the cloud model.</source>
        <translation>它不读云端模型的回答。</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>Coarser values do not come back by themselves: it is below {0}.</source>
        <translation>变粗的值不会自动还原：低于 {0}。</translation>
    </message>
    <message>
        <source>By meaning instead of words it is {0}.</source>
        <translation>按含义而非字面计算为 {0}。</translation>
    </message>
    <message>
        <source>a local language model</source>
        <translation>本地语言模型</translation>
    </message>
    <message>
        <source>Guessed</source>
        <translation>猜中情况</translation>
    </message>
    <message>
        <source>nobody guessed it</source>
        <translation>无人猜中</translation>
    </message>
    <message>
        <source>{0} in 100 more than by chance</source>
        <translation>每 100 次比凭空猜测多中 {0} 次</translation>
    </message>
    <message>
        <source>What is told fits</source>
        <translation>符合保留内容的人</translation>
    </message>
    <message>
        <source>Taken together fits</source>
        <translation>合起来符合的家庭</translation>
    </message>
    <message>
        <source>what the answer needs</source>
        <translation>回答所需</translation>
    </message>
    <message>
        <source>less than the answer needs</source>
        <translation>少于回答所需</translation>
    </message>
    <message>
        <source>Keeps</source>
        <translation>保留的内容</translation>
    </message>
    <message>
        <source>Households (k)</source>
        <translation>符合户数（k）</translation>
    </message>
    <message>
        <source>{0} draws by one attacker about one item</source>
        <translation>一个攻击者对一项内容的 {0} 次抽样</translation>
    </message>
    <message>
        <source>How much more often than by guessing an attacker names a true value, at the worst item.</source>
        <translation>在最容易猜中的一项上，攻击者说出真实值的频率比凭空猜测高多少。</translation>
    </message>
    <message>
        <source>Local model, attempt {0}</source>
        <translation>本地模型，第 {0} 次尝试</translation>
    </message>
    <message>
        <source>{0} hits of {1}, at most {2} of any item</source>
        <translation>{1} 次命中 {0} 次，任何一项至多 {2}</translation>
    </message>
    <message>
        <source>How often the local model names an item, the worst item and the worst kind of question.</source>
        <translation>本地模型说出内容的频率，取最容易猜中的一项和最有效的一类问题。</translation>
    </message>
    <message>
        <source>{0} distinct questions, {1} choices with and without the text</source>
        <translation>{0} 个不同问题，{1} 次有文本与无文本的选择</translation>
    </message>
    <message>
        <source>bounds at an error of {0}: every attempt has half of the one before</source>
        <translation>误差 {0} 下的上界：每次尝试为前一次的一半</translation>
    </message>
    <message>
        <source>Another model, or other questions, may find more.</source>
        <translation>别的模型或别的问题可能发现更多。</translation>
    </message>
    <message>
        <source>An estimate: the population is drawn from published totals and is no register.</source>
        <translation>这是估计：人口由公开总量生成，并非登记册。</translation>
    </message>
    <message>
        <source>about {0}</source>
        <translation>约 {0}</translation>
    </message>
    <message>
        <source>How many households of the reference population fit what the text tells of several people of one household, taken together.</source>
        <translation>把文中一家人的情况合起来看，参照人口中有多少户家庭符合。</translation>
    </message>
    <message>
        <source>An estimate: facts of different people of it count as independent. Members of one family are more alike than strangers, so really more households fit.</source>
        <translation>这是估算：一家人各自的情况按互不相关计算。家人之间比陌生人更相像，所以实际符合的家庭更多。</translation>
    </message>
    <message>
        <source>a place lies outside the countries whose population is modelled</source>
        <translation>有地点不在已建立人口模型的国家之内</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation>{0} 至 {1}</translation>
    </message>
    <message>
        <source>A proxy: it does not read the answer of the cloud model.</source>
        <translation>这是替代指标：它不读取云端模型的回答。</translation>
    </message>
    <message>
        <source>{0} questions</source>
        <translation>{0} 个问题</translation>
    </message>
    <message>
        <source>{0} without a grade were left out, not guessed</source>
        <translation>{0} 个没有评分，已略去，不作猜测</translation>
    </message>
    <message>
        <source>Restoration (R), diagnostic</source>
        <translation>还原度（R），仅供诊断</translation>
    </message>
    <message>
        <source>How close the text rebuilt on this computer comes to what you wrote.</source>
        <translation>在本机重建的文本与您所写内容有多接近。</translation>
    </message>
    <message>
        <source>Nothing about leakage: only this computer holds the values. It never decides.</source>
        <translation>与泄露无关：只有本机掌握这些值。它从不决定结论。</translation>
    </message>
    <message>
        <source>literal comparison</source>
        <translation>逐字比较</translation>
    </message>
</context>
<context>
    <name>EvidencePanel</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Every figure, with its symbol</source>
        <translation>全部数值及其符号</translation>
    </message>
    <message>
        <source>Nothing measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>Figures appear with the first proposal for your prompt.</source>
        <translation>有了第一个建议文本后，这里会出现数字。</translation>
    </message>
    <message>
        <source>Blocked: nothing was sent</source>
        <translation>已阻止：没有发送任何内容</translation>
    </message>
    <message>
        <source>Proposal, not certified</source>
        <translation>建议文本，未经认证</translation>
    </message>
    <message>
        <source>Measured quickly while you write. Sanitize &amp; Send tests it properly.</source>
        <translation>在您书写时快速测得。“脱敏并发送”会正式检查。</translation>
    </message>
    <message>
        <source>Changed since it was tested</source>
        <translation>检查之后有改动</translation>
    </message>
    <message>
        <source>The certificate no longer fits. Test again before sending.</source>
        <translation>证书已不再适用。发送前请重新检查。</translation>
    </message>
    <message>
        <source>Nobody guessed what is hidden. That is not a proof that nothing can be found.</source>
        <translation>没有攻击者猜出隐藏的内容。这不代表绝对无法推断。</translation>
    </message>
    <message>
        <source>It does not pass as it stands</source>
        <translation>目前未通过</translation>
    </message>
    <message>
        <source>Hiding a little more may do; see under the text.</source>
        <translation>再隐藏一点也许就能通过，见文本下方。</translation>
    </message>
    <message>
        <source>A person must decide</source>
        <translation>须由人决定</translation>
    </message>
    <message>
        <source>No version was found that hides enough and still asks the question. See what is left.</source>
        <translation>没有找到既隐藏得足够又仍能提出问题的版本。请看剩下的内容。</translation>
    </message>
</context>
<context>
    <name>FigureButton</name>
    <message>
        <source>Figure of the verdict</source>
        <translation>结论中的数字</translation>
    </message>
    <message>
        <source>{name}: {value}</source>
        <translation>{name}：{value}</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>Set-up</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>以后再说</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>In which language?</source>
        <translation>使用哪种语言？</translation>
    </message>
    <message>
        <source>What stays here, and what leaves</source>
        <translation>什么留在本机，什么会发出</translation>
    </message>
    <message>
        <source>A model on this computer: helpful, not needed</source>
        <translation>本机上的模型：有帮助，但不是必需</translation>
    </message>
    <message>
        <source>The vault</source>
        <translation>保险库</translation>
    </message>
    <message>
        <source>Step {number} of {total}</source>
        <translation>第 {number} 步，共 {total} 步</translation>
    </message>
    <message>
        <source>Without a vault for now</source>
        <translation>暂不使用保险库</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>What you write, as you wrote it</source>
        <translation>您写下的原文</translation>
    </message>
    <message>
        <source>Names, numbers and every real value</source>
        <translation>姓名、号码和一切真实值</translation>
    </message>
    <message>
        <source>Answers with their real values</source>
        <translation>还原了真实值的回答</translation>
    </message>
    <message>
        <source>History, drafts and keys: encrypted, or not kept at all</source>
        <translation>历史、草稿和密钥：加密保存，否则完全不保存</translation>
    </message>
    <message>
        <source>Only a text that was attacked here and that you approved</source>
        <translation>只有在本机经受过攻击并经您批准的文字</translation>
    </message>
    <message>
        <source>Only to the destination that you chose, over an encrypted connection</source>
        <translation>只发往您选择的目的地，并使用加密连接</translation>
    </message>
    <message>
        <source>Nothing at all in a dry run, which is how you start</source>
        <translation>演练时什么都不发出，一开始就是演练</translation>
    </message>
    <message>
        <source>No statistics, no crash reports, no update checks</source>
        <translation>没有统计、没有崩溃报告、没有更新检查</translation>
    </message>
    <message>
        <source>Stays on this computer</source>
        <translation>留在本机</translation>
    </message>
    <message>
        <source>Leaves</source>
        <translation>会发出</translation>
    </message>
    <message>
        <source>The built-in engine finds, generalises and attacks by itself. Nothing has to be installed.</source>
        <translation>内置引擎自己就能识别、概括和攻击，无需安装任何东西。</translation>
    </message>
    <message>
        <source>With LM Studio, Ollama or llama.cpp on this computer a language model looks as well: it finds what rules miss, and attacks the result harder. It takes longer.</source>
        <translation>如果本机有 LM Studio、Ollama 或 llama.cpp，语言模型也会参与：找出规则漏掉的内容，并更强地攻击结果。所需时间更长。</translation>
    </message>
    <message>
        <source>You choose a model at any time: the engine&apos;s name above your text opens the connection page.</source>
        <translation>您随时可以选择模型：点按文字上方的引擎名称即可打开连接页。</translation>
    </message>
</context>
<context>
    <name>FoldedText</name>
    <message>
        <source>Show two lines of it</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>显示全文</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message>
        <source>New conversation</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁定</translation>
    </message>
    <message numerus="yes">
        <source>Conversation, %n turn(s)</source>
        <translation>
            <numerusform>对话，%n 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>Engine: built-in, starting</source>
        <translation>引擎：内置，正在启动</translation>
    </message>
    <message>
        <source>Engine: built-in, ready</source>
        <translation>引擎：内置，就绪</translation>
    </message>
    <message>
        <source>Engine: could not start</source>
        <translation>引擎：无法启动</translation>
    </message>
    <message>
        <source>Engine: built-in, name model off</source>
        <translation>引擎：内置，姓名模型未启用</translation>
    </message>
    <message>
        <source>Engine: {name}</source>
        <translation>引擎：{name}</translation>
    </message>
    <message>
        <source>Rules, checksums, word lists, a small name model and deterministic attackers, all in this program. No server, no download.</source>
        <translation>规则、校验和、词表、小型姓名模型和确定性的攻击者，全部在本程序内。没有服务器，也不下载。</translation>
    </message>
    <message>
        <source>Attackers</source>
        <translation>攻击者</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Layers that are off</source>
        <translation>未启用的层</translation>
    </message>
</context>
<context>
    <name>HelpDialog</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Parts of the help</source>
        <translation>帮助的各部分</translation>
    </message>
    <message>
        <source>This page</source>
        <translation>本页</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Words and symbols</source>
        <translation>词语和符号</translation>
    </message>
    <message>
        <source>{0}. {1}</source>
        <translation>{0}. {1}</translation>
    </message>
    <message>
        <source>Search commands and keys</source>
        <translation>搜索命令和按键</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>命令及其按键</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>New keys: press them</source>
        <translation>新按键：请按下</translation>
    </message>
    <message>
        <source>Press the new keys</source>
        <translation>按下新的按键</translation>
    </message>
    <message>
        <source>Use these keys</source>
        <translation>使用这些按键</translation>
    </message>
    <message>
        <source>No keys</source>
        <translation>不用按键</translation>
    </message>
    <message>
        <source>As it was</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Search words and symbols</source>
        <translation>搜索词语和符号</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>No such word here.</source>
        <translation>这里没有这个词。</translation>
    </message>
</context>
<context>
    <name>History</name>
    <message>
        <source>pass</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>a person must decide</source>
        <translation>须由人决定</translation>
    </message>
    <message>
        <source>In the title</source>
        <translation>在标题中</translation>
    </message>
    <message>
        <source>In what you wrote</source>
        <translation>在您所写的内容中</translation>
    </message>
    <message>
        <source>In what was sent</source>
        <translation>在发出的内容中</translation>
    </message>
    <message>
        <source>In the answer</source>
        <translation>在回答中</translation>
    </message>
    <message>
        <source>the start</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>say more exactly</source>
        <translation>说得更具体</translation>
    </message>
    <message>
        <source>hide more</source>
        <translation>隐藏更多</translation>
    </message>
    <message>
        <source>give back elsewhere</source>
        <translation>在别处放宽</translation>
    </message>
    <message>
        <source>no longer tell it</source>
        <translation>不再保留</translation>
    </message>
    <message>
        <source>leave as it is</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>back to the best so far</source>
        <translation>回到目前最好的结果</translation>
    </message>
    <message>
        <source>smooth the words</source>
        <translation>润色措辞</translation>
    </message>
    <message>
        <source>certify</source>
        <translation>认证</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>HistoryList</name>
    <message numerus="yes">
        <source>%n turn(s)</source>
        <translation>
            <numerusform>%n 轮</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
    <message>
        <source>Nothing is kept yet</source>
        <translation>还没有保存任何内容</translation>
    </message>
    <message>
        <source>With a vault, conversations and runs are kept here, encrypted, and can be searched and replayed.</source>
        <translation>有了保险库，对话和运行会加密保存在这里，可以搜索和重放。</translation>
    </message>
    <message>
        <source>Search prompts, texts and answers</source>
        <translation>搜索原文、发出的文本和回答</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Audit trail</source>
        <translation>审计记录</translation>
    </message>
    <message>
        <source>All languages</source>
        <translation>所有语言</translation>
    </message>
    <message>
        <source>All subjects</source>
        <translation>所有主题</translation>
    </message>
    <message>
        <source>All results</source>
        <translation>所有结果</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>任何时间</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message numerus="yes">
        <source>Last %n day(s)</source>
        <translation>
            <numerusform>最近 %n 天</numerusform>
        </translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Title of this conversation</source>
        <translation>此对话的标题</translation>
    </message>
    <message>
        <source>Delete for ever</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Delete this conversation for ever, with {turns} and {runs}?</source>
        <translation>永久删除此对话，连同 {turns}和 {runs}？</translation>
    </message>
    <message numerus="yes">
        <source>%n turn(s)</source>
        <translation>
            <numerusform>%n 轮</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>It cannot be brought back. Only a backup that you made yourself still has it. What the audit trail says about it holds no text and stays.</source>
        <translation>删除后无法找回，只有您自己做的备份里还有。审计记录中关于它的条目不含文字，会保留。</translation>
    </message>
    <message>
        <source>Do not delete</source>
        <translation>不删除</translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n 个对话</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Review an imported library</source>
        <translation>查看导入的规则库</translation>
    </message>
    <message>
        <source>Nothing of it holds before you adopt it.</source>
        <translation>在您采用之前，其中任何内容都不会生效。</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Changes in the file</source>
        <translation>文件中的改动</translation>
    </message>
    <message>
        <source>What is active now</source>
        <translation>当前生效的内容</translation>
    </message>
    <message>
        <source>What the file says</source>
        <translation>文件中的内容</translation>
    </message>
    <message>
        <source>No differences</source>
        <translation>没有差别</translation>
    </message>
    <message>
        <source>The file says what is active already.</source>
        <translation>文件与当前生效的内容相同。</translation>
    </message>
    <message>
        <source>Choose a change above</source>
        <translation>请在上方选择一项改动</translation>
    </message>
    <message>
        <source>Signed on this computer. Fingerprint: {0}</source>
        <translation>由本机签名。指纹：{0}</translation>
    </message>
    <message>
        <source>Signed elsewhere. Compare the fingerprint with its author before you adopt it: {0}</source>
        <translation>由其他电脑签名。采用之前，请与作者核对指纹：{0}</translation>
    </message>
    <message>
        <source>Drop the file</source>
        <translation>不要这个文件</translation>
    </message>
    <message numerus="yes">
        <source>Adopt %n change(s)</source>
        <translation>
            <numerusform>采用 %n 项改动</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InsightsPage</name>
    <message>
        <source>runs</source>
        <translation>次运行</translation>
    </message>
    <message>
        <source>share of runs</source>
        <translation>占运行的比例</translation>
    </message>
    <message>
        <source>Passed without a person, by subject</source>
        <translation>无需人工即通过的比例（按主题）</translation>
    </message>
    <message>
        <source>Why a person had to decide</source>
        <translation>须由人决定的原因</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均值</translation>
    </message>
    <message>
        <source>Corrections that rules are learned from</source>
        <translation>用于学习规则的更正</translation>
    </message>
    <message>
        <source>corrections</source>
        <translation>次更正</translation>
    </message>
    <message>
        <source>Time of each stage, median</source>
        <translation>各阶段用时（中位数）</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Set up the vault</source>
        <translation>建立保险库</translation>
    </message>
    <message>
        <source>The vault could not be read. Try again.</source>
        <translation>无法读取保险库，请重试。</translation>
    </message>
    <message>
        <source>Insights</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Guessed beyond chance, by subject</source>
        <translation>比凭空猜测多猜中的比例（按主题）</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>最近一年</translation>
    </message>
    <message>
        <source>All that is kept</source>
        <translation>全部保留的记录</translation>
    </message>
    <message>
        <source>Save as CSV</source>
        <translation>存为 CSV</translation>
    </message>
    <message>
        <source>Save as picture</source>
        <translation>存为图片</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>The file could not be written. Choose another place.</source>
        <translation>无法写入文件，请另选位置。</translation>
    </message>
    <message>
        <source>Nothing is kept</source>
        <translation>没有保留任何记录</translation>
    </message>
    <message>
        <source>Figures need a vault that keeps your runs.</source>
        <translation>统计需要保险库来保存运行记录。</translation>
    </message>
    <message>
        <source>No runs in this period</source>
        <translation>这段时间内没有运行</translation>
    </message>
    <message>
        <source>Every prompt that you sanitize is counted here.</source>
        <translation>您每次脱敏都会计入这里。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) counted. No text is read into these figures.</source>
        <translation>
            <numerusform>共统计 %n 次运行；数值中不含任何文本。</numerusform>
        </translation>
    </message>
    <message>
        <source>Older ones are left out.</source>
        <translation>更早的未计入。</translation>
    </message>
    <message>
        <source>{0}, {1} of {2}</source>
        <translation>{0}，{2} 次中有 {1} 次</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>检查栏</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>证据</translation>
    </message>
    <message>
        <source>Export the curve</source>
        <translation>导出曲线</translation>
    </message>
    <message>
        <source>Sensitive items (S) {count}</source>
        <translation>敏感项（S）{count}</translation>
    </message>
    <message>
        <source>Items {count}</source>
        <translation>敏感项 {count}</translation>
    </message>
    <message>
        <source>Sensitive items (S)</source>
        <translation>敏感项（S）</translation>
    </message>
    <message>
        <source>Risks {count}</source>
        <translation>风险 {count}</translation>
    </message>
    <message>
        <source>Library: {0}</source>
        <translation>规则库：{0}</translation>
    </message>
</context>
<context>
    <name>KeepReasonDialog</name>
    <message>
        <source>Let it leave as it is</source>
        <translation>让它原样离开</translation>
    </message>
    <message>
        <source>Why may “{value}” leave this computer?</source>
        <translation>为什么“{value}”可以离开本机？</translation>
    </message>
    <message>
        <source>It is public knowledge</source>
        <translation>这是公开信息</translation>
    </message>
    <message>
        <source>The question cannot be answered without it</source>
        <translation>没有它就无法回答问题</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Reason, for the certificate</source>
        <translation>理由，写入证书</translation>
    </message>
    <message>
        <source>The reason is written into the certificate. Do not repeat the value in it.</source>
        <translation>理由会写入证书，请不要在其中重复该内容。</translation>
    </message>
    <message>
        <source>Let it leave</source>
        <translation>让它离开</translation>
    </message>
</context>
<context>
    <name>KeptTurn</name>
    <message>
        <source>You wrote</source>
        <translation>您写的</translation>
    </message>
    <message>
        <source>What left</source>
        <translation>发出的内容</translation>
    </message>
    <message>
        <source>The answer, with your values</source>
        <translation>回答（已还原您的值）</translation>
    </message>
    <message>
        <source>(none came)</source>
        <translation>（没有回答）</translation>
    </message>
</context>
<context>
    <name>KeptTurns</name>
    <message>
        <source>Turns of this conversation</source>
        <translation>此对话的各轮</translation>
    </message>
    <message numerus="yes">
        <source>Show %n later turn(s)</source>
        <translation>
            <numerusform>显示之后的 %n 轮</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeyRow</name>
    <message>
        <source>API key</source>
        <translation>API 密钥</translation>
    </message>
    <message>
        <source>API key of the destination</source>
        <translation>目的地的 API 密钥</translation>
    </message>
    <message>
        <source>Save the key</source>
        <translation>保存密钥</translation>
    </message>
    <message>
        <source>{name} wants an API key, and none is kept. Nothing is sent without it.</source>
        <translation>{name} 需要 API 密钥，目前没有保存。没有密钥不会发送任何内容。</translation>
    </message>
</context>
<context>
    <name>LeakageChart</name>
    <message>
        <source>Leakage by attacker level</source>
        <translation>各级攻击者的泄露</translation>
    </message>
    <message>
        <source>What the attacker knows</source>
        <translation>攻击者知道什么</translation>
    </message>
    <message>
        <source>Leakage (L): advantage over guessing at the worst item, %</source>
        <translation>泄露（L）：最容易猜中的一项比凭空猜测多中的比例，%</translation>
    </message>
    <message>
        <source>threshold {0}</source>
        <translation>阈值 {0}</translation>
    </message>
</context>
<context>
    <name>LeakageCurve</name>
    <message>
        <source>Nothing measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>The curve appears with the first proposal for your prompt.</source>
        <translation>有了第一个建议文本后，这里会出现曲线。</translation>
    </message>
    <message>
        <source>Attacker</source>
        <translation>攻击者</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>Probes</source>
        <translation>探测</translation>
    </message>
    <message>
        <source>Leakage by attacker level, as a table</source>
        <translation>各级攻击者的泄露，表格</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation>导出为 CSV</translation>
    </message>
    <message>
        <source>Export as PNG</source>
        <translation>导出为 PNG</translation>
    </message>
    <message>
        <source>your prompt</source>
        <translation>您的原文</translation>
    </message>
    <message>
        <source>what will be sent</source>
        <translation>将要发送的内容</translation>
    </message>
    <message>
        <source>{0}, {1}: {2}, interval {3} to {4}, {5} hits of {6}</source>
        <translation>{0}，{1}：{2}，区间 {3} 至 {4}，{6} 次中命中 {5} 次</translation>
    </message>
    <message>
        <source>{0}, {1}: {2}, computed exactly, nothing drawn</source>
        <translation>{0}，{1}：{2}，精确计算，没有抽样</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation>{0} 至 {1}</translation>
    </message>
</context>
<context>
    <name>LearningPanel</name>
    <message>
        <source>Learning</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Corrections and failures are counted here by sort. No text is in them, and nothing changes before you adopt it.</source>
        <translation>更正和失败在这里按种类计数。其中没有任何文本；在您采用之前，什么都不会改变。</translation>
    </message>
    <message>
        <source>Adopt better versions without asking</source>
        <translation>不经询问便采用更好的版本</translation>
    </message>
    <message>
        <source>Never one whose trial was worse.</source>
        <translation>试验结果变差的绝不采用。</translation>
    </message>
    <message>
        <source>Experiences by sort</source>
        <translation>按种类统计的经验</translation>
    </message>
    <message>
        <source>What went wrong</source>
        <translation>出了什么问题</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Form of text</source>
        <translation>文本形式</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最近一次</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Go to Compose</source>
        <translation>前往撰写</translation>
    </message>
    <message>
        <source>Search types</source>
        <translation>搜索类型</translation>
    </message>
    <message>
        <source>All subjects</source>
        <translation>所有主题</translation>
    </message>
    <message>
        <source>Only: {0}</source>
        <translation>只看：{0}</translation>
    </message>
    <message numerus="yes">
        <source>%n experience(s)</source>
        <translation>
            <numerusform>%n 条经验</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Nothing fits the filter</source>
        <translation>没有符合筛选条件的项目</translation>
    </message>
    <message>
        <source>Show all, or change the filter.</source>
        <translation>请显示全部，或更改筛选条件。</translation>
    </message>
    <message>
        <source>Nothing learned yet</source>
        <translation>还没有学到什么</translation>
    </message>
    <message>
        <source>When you hide what was missed, or unmark what was marked for nothing, it is counted here.</source>
        <translation>当您隐藏漏掉的内容，或取消误标的内容时，这里会计数。</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>Baseline for all texts</source>
        <translation>所有文本的基线</translation>
    </message>
    <message>
        <source>Medical texts</source>
        <translation>医疗文本</translation>
    </message>
    <message>
        <source>Financial texts</source>
        <translation>金融文本</translation>
    </message>
    <message>
        <source>Keys and passwords</source>
        <translation>密钥与密码</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Legal texts</source>
        <translation>法律文本</translation>
    </message>
    <message>
        <source>Travel texts</source>
        <translation>出行文本</translation>
    </message>
    <message>
        <source>General texts</source>
        <translation>一般文本</translation>
    </message>
    <message>
        <source>Prompts of the local model</source>
        <translation>本地模型的提示词</translation>
    </message>
    <message>
        <source>Extraction rules</source>
        <translation>提取规则</translation>
    </message>
    <message>
        <source>Starting levels</source>
        <translation>起始级别</translation>
    </message>
    <message>
        <source>Extraction</source>
        <translation>提取</translation>
    </message>
    <message>
        <source>Self-critique</source>
        <translation>自我检查</translation>
    </message>
    <message>
        <source>System message</source>
        <translation>系统消息</translation>
    </message>
    <message>
        <source>Rewriting</source>
        <translation>改写</translation>
    </message>
    <message>
        <source>Edits of a rewriting</source>
        <translation>改写的修改清单</translation>
    </message>
    <message>
        <source>Repair of an answer</source>
        <translation>修复回答</translation>
    </message>
    <message>
        <source>Judge</source>
        <translation>评判模型</translation>
    </message>
    <message>
        <source>Questions for utility</source>
        <translation>可用性问题</translation>
    </message>
    <message>
        <source>Answers for utility</source>
        <translation>可用性回答</translation>
    </message>
    <message>
        <source>Grading for utility</source>
        <translation>可用性评分</translation>
    </message>
    <message>
        <source>Reference answers</source>
        <translation>参考回答</translation>
    </message>
    <message>
        <source>Attack: enumerate</source>
        <translation>攻击：列举</translation>
    </message>
    <message>
        <source>Attack: open question</source>
        <translation>攻击：开放提问</translation>
    </message>
    <message>
        <source>Attack: fill gaps</source>
        <translation>攻击：填空</translation>
    </message>
    <message>
        <source>Attack: adversarial</source>
        <translation>攻击：对抗</translation>
    </message>
    <message>
        <source>Attack: knowledge</source>
        <translation>攻击：知识</translation>
    </message>
    <message>
        <source>Attack: choose</source>
        <translation>攻击：选择</translation>
    </message>
    <message>
        <source>Attack: empty document</source>
        <translation>攻击：空文档</translation>
    </message>
    <message>
        <source>Attack: another value</source>
        <translation>攻击：其他取值</translation>
    </message>
    <message>
        <source>Shape of answers</source>
        <translation>回答的形式</translation>
    </message>
    <message>
        <source>Distiller</source>
        <translation>提炼器</translation>
    </message>
    <message>
        <source>Scorer</source>
        <translation>评分器</translation>
    </message>
    <message>
        <source>Evaluator&apos;s question</source>
        <translation>评估模型的提问</translation>
    </message>
    <message>
        <source>Handshake</source>
        <translation>握手</translation>
    </message>
    <message>
        <source>Missed</source>
        <translation>漏掉</translation>
    </message>
    <message>
        <source>Marked for nothing</source>
        <translation>误标</translation>
    </message>
    <message>
        <source>Generalising did not help</source>
        <translation>概括无效</translation>
    </message>
    <message>
        <source>A person had to decide</source>
        <translation>须由人决定</translation>
    </message>
    <message>
        <source>The model answered malformed</source>
        <translation>模型回答格式有误</translation>
    </message>
    <message>
        <source>prose</source>
        <translation>叙述</translation>
    </message>
    <message>
        <source>list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>dialogue</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>record</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>long text</source>
        <translation>长文本</translation>
    </message>
    <message>
        <source>shipped</source>
        <translation>随程序提供</translation>
    </message>
    <message>
        <source>distiller</source>
        <translation>提炼器</translation>
    </message>
    <message>
        <source>adopted automatically</source>
        <translation>自动采用</translation>
    </message>
    <message>
        <source>Brings back version {0}</source>
        <translation>恢复版本 {0}</translation>
    </message>
    <message>
        <source>As shipped</source>
        <translation>出厂版本</translation>
    </message>
    <message>
        <source>No message</source>
        <translation>未填写说明</translation>
    </message>
    <message>
        <source>Distilled from experiences</source>
        <translation>由经验提炼</translation>
    </message>
    <message>
        <source>From an imported file</source>
        <translation>来自导入的文件</translation>
    </message>
    <message>
        <source>Brings back an earlier version</source>
        <translation>恢复较早的版本</translation>
    </message>
    <message>
        <source>Adopted after a trial</source>
        <translation>试验后采用</translation>
    </message>
    <message>
        <source>no runs yet</source>
        <translation>尚无运行</translation>
    </message>
    <message>
        <source>runs: {0}</source>
        <translation>运行次数：{0}</translation>
    </message>
    <message>
        <source>Version {0}: no run has used it yet.</source>
        <translation>版本 {0}：还没有运行使用过。</translation>
    </message>
    <message>
        <source>tried</source>
        <translation>已试验</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>not tried</source>
        <translation>未试验</translation>
    </message>
    <message>
        <source>Line {0}: nothing is known about where it came from.</source>
        <translation>第 {0} 行：来源不明。</translation>
    </message>
    <message>
        <source>Line {line}, since version {version}</source>
        <translation>第 {line} 行，自版本 {version} 起</translation>
    </message>
    <message>
        <source>shipped with the program</source>
        <translation>随程序提供</translation>
    </message>
    <message>
        <source>written by a person or imported</source>
        <translation>由人撰写或导入</translation>
    </message>
    <message>
        <source>and {0} more sorts</source>
        <translation>以及另外 {0} 类</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Finds more</source>
        <translation>多找</translation>
    </message>
    <message>
        <source>Starts higher</source>
        <translation>起点更高</translation>
    </message>
    <message>
        <source>Tells the model</source>
        <translation>发给模型的说明</translation>
    </message>
    <message>
        <source>{kind}: {type} (its words are gone)</source>
        <translation>{kind}：{type}（内容已删除）</translation>
    </message>
    <message>
        <source>after</source>
        <translation>前有</translation>
    </message>
    <message>
        <source>before</source>
        <translation>后有</translation>
    </message>
    <message>
        <source>{type}: {shape}, {place} “{words}”</source>
        <translation>{type}：形如 {shape}，{place}“{words}”</translation>
    </message>
    <message>
        <source>any value</source>
        <translation>任意值</translation>
    </message>
    <message>
        <source>everywhere</source>
        <translation>所有主题</translation>
    </message>
    <message>
        <source>{type} starts at level {level} ({where})</source>
        <translation>{type}从第 {level} 级开始（{where}）</translation>
    </message>
    <message>
        <source>may be adopted</source>
        <translation>可以采用</translation>
    </message>
    <message>
        <source>Refused: it contains a value of one of your texts</source>
        <translation>拒绝：含有您某段文本中的值</translation>
    </message>
    <message>
        <source>Refused: it contains a value of one of your texts, spelled otherwise</source>
        <translation>拒绝：以另一种写法含有您某段文本中的值</translation>
    </message>
    <message>
        <source>Refused: it quotes one of your texts</source>
        <translation>拒绝：引用了您的某段文本</translation>
    </message>
    <message>
        <source>Refused: it does not hold well enough beyond its own texts</source>
        <translation>拒绝：在来源之外的文本上不够可靠</translation>
    </message>
    <message>
        <source>Refused: nothing independent can judge it</source>
        <translation>拒绝：没有独立的评判者</translation>
    </message>
    <message>
        <source>Refused: only the model that wrote it could judge it</source>
        <translation>拒绝：只有写出它的模型才能评判它</translation>
    </message>
    <message>
        <source>Version {version}: {runs}, passed: {passed}, on average {rounds} rounds and {seconds} s.</source>
        <translation>版本 {version}：{runs}，通过：{passed}，平均迭代 {rounds} 次、{seconds} 秒。</translation>
    </message>
    <message>
        <source>kept out</source>
        <translation>未放行</translation>
    </message>
    <message>
        <source>Refused: it could not be read</source>
        <translation>拒绝：无法读取</translation>
    </message>
    <message>
        <source>Refused: too few experiences stand behind it</source>
        <translation>拒绝：支持它的经验太少</translation>
    </message>
    <message>
        <source>Refused: it hides a value of one of your texts in another spelling</source>
        <translation>拒绝：以编码形式藏有您某段文本中的值</translation>
    </message>
    <message>
        <source>Refused: it comes too near a value of one of your texts</source>
        <translation>拒绝：与您某段文本中的值过于接近</translation>
    </message>
    <message>
        <source>Refused: it nearly quotes one of your texts</source>
        <translation>拒绝：几乎引用了您的某段文本</translation>
    </message>
    <message>
        <source>Refused: it mixes scripts, as disguised words do</source>
        <translation>拒绝：混用相似字母，像是伪装</translation>
    </message>
    <message>
        <source>Refused: on ordinary texts it would mark too much</source>
        <translation>拒绝：在普通文本中会误标</translation>
    </message>
    <message>
        <source>Refused: {0}</source>
        <translation>拒绝：{0}</translation>
    </message>
    <message>
        <source>Reading the texts behind experiences</source>
        <translation>正在读取经验背后的文本</translation>
    </message>
    <message>
        <source>Looking for what they share</source>
        <translation>正在寻找共同之处</translation>
    </message>
    <message>
        <source>Checking that no rule says a value or a quotation</source>
        <translation>正在检查规则中没有值或引文</translation>
    </message>
    <message>
        <source>Measuring rules on texts that they do not come from</source>
        <translation>正在用其他文本衡量规则</translation>
    </message>
    <message>
        <source>Running old and new on the same texts</source>
        <translation>正在相同文本上运行新旧两版</translation>
    </message>
    <message>
        <source>Distilling rules from experiences…</source>
        <translation>正在从经验中提炼规则…</translation>
    </message>
    <message>
        <source>Running old and new on the same texts…</source>
        <translation>正在相同文本上运行新旧两版…</translation>
    </message>
    <message>
        <source>Adopting…</source>
        <translation>正在采用…</translation>
    </message>
    <message>
        <source>as shipped</source>
        <translation>出厂版本</translation>
    </message>
    <message>
        <source>version {digest}, started from: {sets}</source>
        <translation>版本 {digest}，起点：{sets}</translation>
    </message>
    <message>
        <source>version {0}</source>
        <translation>版本 {0}</translation>
    </message>
    <message>
        <source>Found of what should be found (recall)</source>
        <translation>应找到的内容中找到的比例（召回率）</translation>
    </message>
    <message>
        <source>Found of direct identifiers</source>
        <translation>直接标识符的召回率</translation>
    </message>
    <message>
        <source>Found of indirect ones</source>
        <translation>间接标识符的召回率</translation>
    </message>
    <message>
        <source>Marked per value that should be (over-extraction)</source>
        <translation>标记数与应标记数之比（过度提取）</translation>
    </message>
    <message>
        <source>Marked for nothing, per text</source>
        <translation>每段文本的误标数</translation>
    </message>
    <message>
        <source>Leakage (L)</source>
        <translation>泄露（L）</translation>
    </message>
    <message>
        <source>Utility (U)</source>
        <translation>可用性（U）</translation>
    </message>
    <message>
        <source>Passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>迭代次数</translation>
    </message>
    <message>
        <source>Questions to the model</source>
        <translation>询问模型的次数</translation>
    </message>
    <message>
        <source>your own</source>
        <translation>您自己的</translation>
    </message>
    <message>
        <source>generated</source>
        <translation>生成的</translation>
    </message>
    <message>
        <source>{0} ({1} to {2})</source>
        <translation>{0}（{1} 至 {2}）</translation>
    </message>
    <message>
        <source>better, not proven</source>
        <translation>更好，未获证实</translation>
    </message>
    <message>
        <source>worse, not proven</source>
        <translation>更差，未获证实</translation>
    </message>
    <message>
        <source>There was nothing to measure on.</source>
        <translation>没有可供衡量的文本。</translation>
    </message>
    <message>
        <source>Finds as much as before</source>
        <translation>找到的内容与之前一样多</translation>
    </message>
    <message>
        <source>{first}; marks more for nothing ({second}).</source>
        <translation>{first}；误标增多（{second}）。</translation>
    </message>
    <message>
        <source>{first}; no more is marked for nothing.</source>
        <translation>{first}；误标没有增多。</translation>
    </message>
    <message>
        <source>Finds {points} points more, p = {p}: proven</source>
        <translation>多找到 {points} 个百分点，p = {p}：已获证实</translation>
    </message>
    <message>
        <source>Finds {points} points more, p = {p}: not proven</source>
        <translation>多找到 {points} 个百分点，p = {p}：未获证实</translation>
    </message>
    <message>
        <source>Finds {points} points less, p = {p}: proven</source>
        <translation>少找到 {points} 个百分点，p = {p}：已获证实</translation>
    </message>
    <message>
        <source>Finds {points} points less, p = {p}: not proven</source>
        <translation>少找到 {points} 个百分点，p = {p}：未获证实</translation>
    </message>
    <message>
        <source>On your own texts: {said}</source>
        <translation>在您自己的文本上：{said}</translation>
    </message>
    <message>
        <source>Some measure got worse; it would never be adopted automatically.</source>
        <translation>有指标变差；绝不会自动采用。</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>better</source>
        <translation>更好</translation>
    </message>
    <message>
        <source>worse</source>
        <translation>更差</translation>
    </message>
    <message>
        <source>Old and new ran on the same {texts} generated texts and {replayed} of your own.</source>
        <translation>新旧两版在相同的 {texts} 段生成文本和您自己的 {replayed} 段文本上运行。</translation>
    </message>
    <message>
        <source>There is no open vault that it could be kept in.</source>
        <translation>没有已打开的保险库可供保存。</translation>
    </message>
    <message>
        <source>Not while something is running.</source>
        <translation>有工作正在进行时不可用。</translation>
    </message>
    <message>
        <source>Nothing is running.</source>
        <translation>没有正在进行的工作。</translation>
    </message>
    <message>
        <source>There are no experiences yet.</source>
        <translation>还没有经验。</translation>
    </message>
    <message>
        <source>There is no rule that may be adopted.</source>
        <translation>没有可以采用的规则。</translation>
    </message>
    <message>
        <source>The version on show is the active one.</source>
        <translation>所示版本正在生效。</translation>
    </message>
    <message>
        <source>There is no step to take back.</source>
        <translation>没有可以撤回的步骤。</translation>
    </message>
</context>
<context>
    <name>LibraryBar</name>
    <message>
        <source>Version {0} is active now. The history keeps every version.</source>
        <translation>版本 {0} 现已生效。历史保留每个版本。</translation>
    </message>
    <message>
        <source>Back to version {0}</source>
        <translation>回到版本 {0}</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) have a new version now.</source>
        <translation>
            <numerusform>%n 个项目现在有了新版本。</numerusform>
        </translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>撤回</translation>
    </message>
</context>
<context>
    <name>LibraryPage</name>
    <message>
        <source>Nothing learned yet</source>
        <translation>还没有学到什么</translation>
    </message>
    <message>
        <source>With a vault, what you correct is kept here, encrypted, and can become rules that you adopt.</source>
        <translation>有了保险库，您的更正会加密保存在这里，并可成为由您采用的规则。</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Write everything learned into a signed file</source>
        <translation>把学到的一切写入签名文件</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Read a signed file; you see its changes before anything holds</source>
        <translation>读取签名文件；在生效之前您会先看到其中的改动</translation>
    </message>
    <message>
        <source>Signed libraries (*{0})</source>
        <translation>签名的规则库 (*{0})</translation>
    </message>
    <message>
        <source>Exported and signed. Fingerprint: {0}</source>
        <translation>已导出并签名。指纹：{0}</translation>
    </message>
    <message>
        <source>Lists (*.csv *.tsv *.txt)</source>
        <translation>列表 (*.csv *.tsv *.txt)</translation>
    </message>
</context>
<context>
    <name>LibraryTree</name>
    <message>
        <source>Library</source>
        <translation>规则库</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Experiences and rules</source>
        <translation>经验与规则</translation>
    </message>
    <message>
        <source>Dictionaries</source>
        <translation>词典</translation>
    </message>
    <message>
        <source>Always hide</source>
        <translation>始终隐藏</translation>
    </message>
    <message>
        <source>Never hide</source>
        <translation>从不隐藏</translation>
    </message>
    <message>
        <source>Own recognisers</source>
        <translation>自定义识别器</translation>
    </message>
    <message>
        <source>v{0}</source>
        <translation>版本 {0}</translation>
    </message>
    <message>
        <source>version {0} of {1} is active</source>
        <translation>共 {1} 个版本，版本 {0} 生效</translation>
    </message>
    <message>
        <source>{domain}: pinned to version {version}</source>
        <translation>{domain}：固定为版本 {version}</translation>
    </message>
</context>
<context>
    <name>LockScreen</name>
    <message>
        <source>Passphrase</source>
        <translation>口令</translation>
    </message>
    <message>
        <source>Recovery key</source>
        <translation>恢复密钥</translation>
    </message>
    <message>
        <source>New passphrase</source>
        <translation>新口令</translation>
    </message>
    <message>
        <source>The key file of the vault is missing</source>
        <translation>保险库的密钥文件不见了</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>已锁定</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Use the recovery key</source>
        <translation>使用恢复密钥</translation>
    </message>
    <message>
        <source>Deleting everything…</source>
        <translation>正在全部删除…</translation>
    </message>
    <message>
        <source>Restoring…</source>
        <translation>正在恢复…</translation>
    </message>
    <message>
        <source>Without it nobody can open the vault. Put the file vault.keys.json back from a copy and start the program again, or start once more after moving the vault&apos;s folder away. Nothing was deleted.</source>
        <translation>没有它，谁也打不开保险库。请从副本放回文件 vault.keys.json 后重新启动程序，或把保险库文件夹移走后再启动。没有删除任何内容。</translation>
    </message>
    <message>
        <source>Type the recovery key that you printed or wrote down. Case, spaces and hyphens do not matter.</source>
        <translation>请输入您打印或抄下的恢复密钥。大小写、空格和连字符都不影响。</translation>
    </message>
    <message>
        <source>Prompts, answers and drafts are encrypted and put away. Your passphrase brings them back.</source>
        <translation>原文、回答和草稿已加密收好。输入口令即可恢复。</translation>
    </message>
    <message>
        <source>Prompts, answers and drafts are encrypted and put away. The key is in this computer&apos;s key store.</source>
        <translation>原文、回答和草稿已加密收好。密钥在本机的密钥库中。</translation>
    </message>
    <message>
        <source>Unlocking…</source>
        <translation>正在解锁…</translation>
    </message>
    <message numerus="yes">
        <source>Wait %n second(s)</source>
        <translation>
            <numerusform>请等 %n 秒</numerusform>
        </translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>解锁</translation>
    </message>
    <message numerus="yes">
        <source>%n wrong attempt(s).</source>
        <translation>
            <numerusform>已错 %n 次。</numerusform>
        </translation>
    </message>
    <message>
        <source>The recovery key opens the vault and mends this.</source>
        <translation>恢复密钥可以打开保险库并修复这个问题。</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Review</source>
        <translation>审核</translation>
    </message>
    <message>
        <source>Lock now: hides everything ({keys})</source>
        <translation>立即锁定：隐藏全部内容（{keys}）</translation>
    </message>
    <message>
        <source>Locking needs a vault: set it up</source>
        <translation>锁定需要保险库：前往设置</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>保险库</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>Search models</source>
        <translation>搜索模型</translation>
    </message>
    <message>
        <source>No model has this in its name.</source>
        <translation>没有名称包含此内容的模型。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Context (tokens)</source>
        <translation>上下文（词元）</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Models of this server</source>
        <translation>该服务器的模型</translation>
    </message>
    <message>
        <source>Who judges usefulness</source>
        <translation>由谁评判可用性</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>使用 {model}</translation>
    </message>
    <message>
        <source>{model} is in use</source>
        <translation>正在使用 {model}</translation>
    </message>
    <message>
        <source>The same model</source>
        <translation>同一个模型</translation>
    </message>
</context>
<context>
    <name>ModelsFound</name>
    <message>
        <source>Look again</source>
        <translation>再看一次</translation>
    </message>
    <message>
        <source>Looking for a model on this computer…</source>
        <translation>正在本机查找模型…</translation>
    </message>
    <message>
        <source>None found. The program works without one, and you can add one later.</source>
        <translation>未找到。程序无需模型也能工作，您可以以后再添加。</translation>
    </message>
    <message numerus="yes">
        <source>Found {name} with %n model(s).</source>
        <translation>
            <numerusform>已找到 {name}，有 %n 个模型。</numerusform>
        </translation>
    </message>
    <message>
        <source>Found {name}: {state}. The program works without it.</source>
        <translation>已找到 {name}：{state}。程序无需它也能工作。</translation>
    </message>
</context>
<context>
    <name>PassphraseDialog</name>
    <message>
        <source>Old passphrase, with which the vault opens now</source>
        <translation>旧口令（现在用它打开保险库）</translation>
    </message>
    <message>
        <source>New passphrase, at least 10 characters</source>
        <translation>新口令，至少 10 个字符</translation>
    </message>
    <message>
        <source>Passphrase, at least 10 characters</source>
        <translation>口令，至少 10 个字符</translation>
    </message>
    <message>
        <source>The same passphrase again</source>
        <translation>再输入一次</translation>
    </message>
    <message>
        <source>Change the passphrase</source>
        <translation>更改口令</translation>
    </message>
    <message>
        <source>Use this passphrase</source>
        <translation>使用此口令</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>PipelineBar</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel what is running</source>
        <translation>取消正在进行的工作</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0}（共 {1}）</translation>
    </message>
    <message>
        <source>bound so far {0}</source>
        <translation>目前上界 {0}</translation>
    </message>
    <message>
        <source>{0} tok/s</source>
        <translation>{0} 词元/秒</translation>
    </message>
    <message>
        <source>This stage has not started.</source>
        <translation>这一阶段尚未开始。</translation>
    </message>
</context>
<context>
    <name>Problems</name>
    <message>
        <source>The choice holds until you close the program.</source>
        <translation>此选择在您关闭程序之前有效。</translation>
    </message>
    <message>
        <source>It has the text since the test; nothing was sent to be answered.</source>
        <translation>检查之后它已拥有这段文本；没有发送任何内容去求回答。</translation>
    </message>
    <message>
        <source>The text was sent; the answer is missing or incomplete.</source>
        <translation>文本已发送；回答缺失或不完整。</translation>
    </message>
    <message>
        <source>The text may have been sent. It is not sent again by itself.</source>
        <translation>文本可能已发送。程序不会自行再次发送。</translation>
    </message>
    <message>
        <source>Nothing was sent.</source>
        <translation>没有发送任何内容。</translation>
    </message>
    <message>
        <source>Something unexpected happened inside the program.</source>
        <translation>程序内部发生了意外情况。</translation>
    </message>
    <message>
        <source>Your text is still here. Try again; if it happens again, please report it.</source>
        <translation>您的文本仍在。请重试；若再次发生，请报告。</translation>
    </message>
    <message>
        <source>This did not work ({code}).</source>
        <translation>未能成功（{code}）。</translation>
    </message>
    <message>
        <source>Your text is still here. Try again, or change the text or the destination.</source>
        <translation>您的文本仍在。请重试，或修改文本或目的地。</translation>
    </message>
    <message>
        <source>You stopped it.</source>
        <translation>您已停止。</translation>
    </message>
    <message>
        <source>Text and decisions are as they were.</source>
        <translation>文本和决定保持原样。</translation>
    </message>
    <message>
        <source>What identifies somebody is told only with a reason, and typed once more.</source>
        <translation>能识别某人的信息须填写理由并重新输入一遍，方可保留原样。</translation>
    </message>
    <message>
        <source>Open it in the list, choose “not sensitive” there, and type the value.</source>
        <translation>请在列表中打开该项，选择“不敏感”，再输入该值。</translation>
    </message>
    <message>
        <source>Its check digits prove what it is: it cannot be called not sensitive.</source>
        <translation>它的校验位证明了它是什么：不能标为不敏感。</translation>
    </message>
    <message>
        <source>Remove it from the text if it must not stand there.</source>
        <translation>如果它不该出现，请从文本中删除。</translation>
    </message>
    <message>
        <source>There is no text.</source>
        <translation>没有文本。</translation>
    </message>
    <message>
        <source>Write or paste a prompt.</source>
        <translation>请写入或粘贴原文。</translation>
    </message>
    <message>
        <source>The text contains a NUL character, so it is not plain text.</source>
        <translation>文本含有 NUL 字符，不是纯文本。</translation>
    </message>
    <message>
        <source>Paste the text again from its source as plain text.</source>
        <translation>请从来源处以纯文本重新粘贴。</translation>
    </message>
    <message>
        <source>The text contains half of a character and cannot be written as UTF-8.</source>
        <translation>文本含有半个字符，无法写成 UTF-8。</translation>
    </message>
    <message>
        <source>Remove the broken character near position {offset}.</source>
        <translation>请删去位置 {offset} 附近的损坏字符。</translation>
    </message>
    <message>
        <source>The text is larger than one million bytes.</source>
        <translation>文本超过一百万字节。</translation>
    </message>
    <message>
        <source>Shorten it, or send it in parts.</source>
        <translation>请缩短，或分几部分发送。</translation>
    </message>
    <message>
        <source>The file is not UTF-8 text.</source>
        <translation>该文件不是 UTF-8 文本。</translation>
    </message>
    <message>
        <source>Save it as UTF-8 and open it again.</source>
        <translation>请另存为 UTF-8 后重新打开。</translation>
    </message>
    <message>
        <source>A data file of the program is missing or damaged: {file}.</source>
        <translation>程序的数据文件缺失或损坏：{file}。</translation>
    </message>
    <message>
        <source>Install the program again.</source>
        <translation>请重新安装程序。</translation>
    </message>
    <message>
        <source>The test could not be trusted: a value planted on purpose was not found by the attackers.</source>
        <translation>检查不可信：故意植入的值没有被攻击者发现。</translation>
    </message>
    <message>
        <source>Run it again. If it stays so, change the text; this result is not a pass.</source>
        <translation>请重新运行。若仍如此，请修改文本；此结果不算通过。</translation>
    </message>
    <message>
        <source>The engine is still starting.</source>
        <translation>引擎仍在启动。</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>请稍后再试。</translation>
    </message>
    <message>
        <source>The model server gives the same answer to every draw, so nothing could be measured.</source>
        <translation>模型服务器每次抽样都给出同样的回答，因此无法测量。</translation>
    </message>
    <message>
        <source>Use another server, or check without a local model.</source>
        <translation>请换用其他服务器，或不用本地模型进行检查。</translation>
    </message>
    <message>
        <source>Too many test questions stayed without a usable answer.</source>
        <translation>太多检查问题没有得到可用的回答。</translation>
    </message>
    <message>
        <source>Run Sanitize &amp; Send again and approve the new result.</source>
        <translation>请重新执行“脱敏并发送”，并批准新的结果。</translation>
    </message>
    <message>
        <source>The text is not the one that was certified.</source>
        <translation>文本不是经过认证的那一份。</translation>
    </message>
    <message>
        <source>The approval is too old.</source>
        <translation>批准已过期。</translation>
    </message>
    <message>
        <source>This approval was used already.</source>
        <translation>此批准已使用过。</translation>
    </message>
    <message>
        <source>The text did not pass the test.</source>
        <translation>文本没有通过检查。</translation>
    </message>
    <message>
        <source>A value that must not leave still occurs in the text.</source>
        <translation>文本中仍有不得发出的值。</translation>
    </message>
    <message>
        <source>The destination is not the one that was approved.</source>
        <translation>目的地不是获得批准的那一个。</translation>
    </message>
    <message>
        <source>The program tried to reach an address that is not the approved destination.</source>
        <translation>程序试图访问的地址不是获得批准的目的地。</translation>
    </message>
    <message>
        <source>Check the address of the destination.</source>
        <translation>请检查目的地的地址。</translation>
    </message>
    <message>
        <source>In the test, the model of {destination} named hidden values ({found}). Blocked.</source>
        <translation>检查中，{destination} 的模型说出了被隐藏的值（{found} 个）。已拦下。</translation>
    </message>
    <message>
        <source>The text waits in Review, with this reason.</source>
        <translation>文本带着这一原因在审核队列中等待。</translation>
    </message>
    <message>
        <source>Hide more, edit the text, or set it aside.</source>
        <translation>请再多隐藏一些、编辑文本，或送交审核。</translation>
    </message>
    <message>
        <source>The model of {destination} gave no list, so nothing was tested.</source>
        <translation>{destination} 的模型没有给出清单，因此什么也没有检查到。</translation>
    </message>
    <message>
        <source>Let it try again, or choose another destination.</source>
        <translation>可以让它再试一次，或选择别的目的地。</translation>
    </message>
    <message>
        <source>The settings ask for a test by the destination&apos;s model first, and there was none.</source>
        <translation>设置要求先由目的地的模型检查，而检查尚未进行。</translation>
    </message>
    <message>
        <source>Try again later, or choose another destination.</source>
        <translation>请稍后再试，或选择其他目的地。</translation>
    </message>
    <message>
        <source>Check address and network, then try again.</source>
        <translation>请检查地址和网络，然后重试。</translation>
    </message>
    <message>
        <source>Check the API key of this destination.</source>
        <translation>请检查此目的地的 API 密钥。</translation>
    </message>
    <message>
        <source>Check that the address is the base address of the API.</source>
        <translation>请确认该地址是 API 的基础地址。</translation>
    </message>
    <message>
        <source>The destination did not accept the API key.</source>
        <translation>目的地不接受此 API 密钥。</translation>
    </message>
    <message>
        <source>The destination does not allow this account to use the model.</source>
        <translation>目的地不允许此账户使用该模型。</translation>
    </message>
    <message>
        <source>There is no API key for this destination.</source>
        <translation>此目的地没有 API 密钥。</translation>
    </message>
    <message>
        <source>Enter the key in the destination&apos;s settings.</source>
        <translation>请在目的地的设置中填写密钥。</translation>
    </message>
    <message>
        <source>The account&apos;s quota at the destination is used up.</source>
        <translation>账户在目的地的配额已用完。</translation>
    </message>
    <message>
        <source>The destination asks to slow down.</source>
        <translation>目的地要求放慢速度。</translation>
    </message>
    <message>
        <source>Wait a little, then send again.</source>
        <translation>请稍等，然后再发送。</translation>
    </message>
    <message>
        <source>The destination does not know this address or model.</source>
        <translation>目的地不认识此地址或模型。</translation>
    </message>
    <message>
        <source>Check base address and model name.</source>
        <translation>请检查基础地址和模型名称。</translation>
    </message>
    <message>
        <source>The destination did not understand the request.</source>
        <translation>目的地无法理解该请求。</translation>
    </message>
    <message>
        <source>Check the kind of destination and the model name.</source>
        <translation>请检查目的地的类型和模型名称。</translation>
    </message>
    <message>
        <source>The text is too long for this destination.</source>
        <translation>文本对此目的地来说太长。</translation>
    </message>
    <message>
        <source>Shorten the text or choose a model that takes more.</source>
        <translation>请缩短文本，或选择能接受更长文本的模型。</translation>
    </message>
    <message>
        <source>The destination wanted to redirect the text to another address; this was refused.</source>
        <translation>目的地想把文本转到另一个地址；已拒绝。</translation>
    </message>
    <message>
        <source>The destination failed (status {status}).</source>
        <translation>目的地出错（状态 {status}）。</translation>
    </message>
    <message>
        <source>The destination is overloaded or down.</source>
        <translation>目的地过载或停机。</translation>
    </message>
    <message>
        <source>The destination answered with status {status}.</source>
        <translation>目的地返回状态 {status}。</translation>
    </message>
    <message>
        <source>The destination cannot be reached.</source>
        <translation>无法连接到目的地。</translation>
    </message>
    <message>
        <source>The name of the destination is unknown.</source>
        <translation>目的地的名称无法解析。</translation>
    </message>
    <message>
        <source>The proxy refused the connection.</source>
        <translation>代理拒绝了连接。</translation>
    </message>
    <message>
        <source>The destination could not prove who it is (TLS).</source>
        <translation>目的地无法证明自己的身份（TLS）。</translation>
    </message>
    <message>
        <source>Do not go on unless you know why. Check the address and the clock of this computer.</source>
        <translation>在弄清原因之前请不要继续。请检查地址和本机时钟。</translation>
    </message>
    <message>
        <source>The connection failed.</source>
        <translation>连接失败。</translation>
    </message>
    <message>
        <source>The connection broke while sending.</source>
        <translation>发送时连接中断。</translation>
    </message>
    <message>
        <source>What arrived is shown. Ask again in a new turn if you need the rest.</source>
        <translation>已显示收到的部分。如需其余内容，请在新一轮中再问。</translation>
    </message>
    <message>
        <source>The answer is not in the form that this kind of destination uses.</source>
        <translation>回答不符合此类目的地的格式。</translation>
    </message>
    <message>
        <source>The answer is larger than the program accepts.</source>
        <translation>回答超过程序接受的大小。</translation>
    </message>
    <message>
        <source>The destination stopped answering.</source>
        <translation>目的地停止了回答。</translation>
    </message>
    <message>
        <source>The connection broke before the answer was complete.</source>
        <translation>回答完成之前连接中断。</translation>
    </message>
    <message>
        <source>The connection broke off irregularly.</source>
        <translation>连接异常中断。</translation>
    </message>
    <message>
        <source>The destination reported an error midway.</source>
        <translation>目的地中途报告了错误。</translation>
    </message>
    <message>
        <source>The answer is empty.</source>
        <translation>回答为空。</translation>
    </message>
    <message>
        <source>The address cannot be used.</source>
        <translation>该地址不能使用。</translation>
    </message>
    <message>
        <source>The key store of this computer could not be used.</source>
        <translation>本机的密钥库无法使用。</translation>
    </message>
    <message>
        <source>The key is kept until you close the program.</source>
        <translation>密钥保留到您关闭程序为止。</translation>
    </message>
    <message>
        <source>Write it as https://host/path; plain http only for this computer.</source>
        <translation>请写成 https://主机/路径；只有本机可用 http。</translation>
    </message>
    <message>
        <source>The settings could not be saved.</source>
        <translation>设置未能保存。</translation>
    </message>
    <message>
        <source>Check that your profile folder is writable.</source>
        <translation>请检查您的配置文件夹是否可写。</translation>
    </message>
    <message>
        <source>The settings were written by a newer version, so they are left untouched.</source>
        <translation>设置由较新的版本写入，因此保持不动。</translation>
    </message>
    <message>
        <source>Install the newer version to use them.</source>
        <translation>请安装较新的版本以使用这些设置。</translation>
    </message>
    <message>
        <source>The settings file is damaged; the usual settings are in use.</source>
        <translation>设置文件已损坏；正在使用默认设置。</translation>
    </message>
    <message>
        <source>The next change in the settings replaces the file.</source>
        <translation>下一次修改设置时将替换该文件。</translation>
    </message>
    <message>
        <source>The settings file cannot be read; the usual settings are in use.</source>
        <translation>无法读取设置文件；正在使用默认设置。</translation>
    </message>
    <message>
        <source>Check the rights of your profile folder.</source>
        <translation>请检查您的配置文件夹的权限。</translation>
    </message>
    <message>
        <source>The file could not be written.</source>
        <translation>无法写入文件。</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>请选择其他文件夹。</translation>
    </message>
    <message>
        <source>The API key contains characters that no key can have.</source>
        <translation>API 密钥含有不可能出现的字符。</translation>
    </message>
    <message>
        <source>Copy it again from the destination&apos;s page.</source>
        <translation>请从目的地的页面重新复制。</translation>
    </message>
    <message>
        <source>Unlock the key store; until then the key is not kept.</source>
        <translation>请解锁密钥库；在此之前密钥不会保存。</translation>
    </message>
</context>
<context>
    <name>PromptEditor</name>
    <message>
        <source>Your prompt</source>
        <translation>您的原文</translation>
    </message>
    <message>
        <source>Not sensitive</source>
        <translation>不敏感</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Paste as plain text</source>
        <translation>粘贴为纯文本</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Hide this…</source>
        <translation>隐藏…</translation>
    </message>
</context>
<context>
    <name>PromptPane</name>
    <message>
        <source>Your prompt</source>
        <translation>您的原文</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Write or paste your prompt here. What is sensitive is marked while you type.</source>
        <translation>在此写入或粘贴原文。敏感内容会在您输入时标出。</translation>
    </message>
    <message>
        <source>{what}: text, decisions, edits ({keys})</source>
        <translation>{what}：原文、决定、手动修改（{keys}）</translation>
    </message>
    <message>
        <source>The files are read when this run has ended.</source>
        <translation>待本次运行结束后读取这些文件。</translation>
    </message>
    <message numerus="yes">
        <source>%n character(s)</source>
        <translation>
            <numerusform>%n 个字符</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Protocol</name>
    <message>
        <source>Strict (the paper&apos;s thresholds)</source>
        <translation>严格（论文的阈值）</translation>
    </message>
    <message>
        <source>Balanced (keeps more of the question)</source>
        <translation>均衡（保留更多问题内容）</translation>
    </message>
    <message>
        <source>Nobody may be surer of a hidden item than one in this many, also of the likeliest value of its class.</source>
        <translation>对任何隐藏的内容，确信程度不得超过这么多分之一，对其类别中最可能的值也是如此。</translation>
    </message>
    <message>
        <source>Smallest class</source>
        <translation>最小类别</translation>
    </message>
    <message>
        <source>About this many people must fit what is told on purpose.</source>
        <translation>至少须有大约这么多人符合有意保留的内容。</translation>
    </message>
    <message>
        <source>Leakage limit</source>
        <translation>泄露限值</translation>
    </message>
    <message>
        <source>How often a language model may name any one item, or find anything by one kind of question. Also how sure of a name or number anybody may be.</source>
        <translation>语言模型说出任何一项内容、或以一类问题找到任何内容的频率上限；也是对姓名或号码的最大确信程度。</translation>
    </message>
    <message>
        <source>Growth over guessing</source>
        <translation>相对猜测的增长</translation>
    </message>
    <message>
        <source>Where an item can be guessed more often than that, its chance may grow by this factor.</source>
        <translation>若某项内容本来就更容易猜中，其概率最多可增长到这个倍数。</translation>
    </message>
    <message>
        <source>Growth, special categories</source>
        <translation>增长，特殊类别</translation>
    </message>
    <message>
        <source>The same for health, faith, origin, politics, sexuality and offences.</source>
        <translation>对健康、信仰、出身、政治、性取向和犯罪记录同样适用。</translation>
    </message>
    <message>
        <source>Restoration note</source>
        <translation>还原说明</translation>
    </message>
    <message>
        <source>If less of the prompt than this comes back by itself, the figure says so. It never decides.</source>
        <translation>若能自动还原的部分低于此值，数字旁会说明。它从不作决定。</translation>
    </message>
    <message>
        <source>Utility by meaning</source>
        <translation>按意思衡量的可用性</translation>
    </message>
    <message>
        <source>Where a judge compares meanings. It is shown beside the others and never decides.</source>
        <translation>由评判模型比较意思。它与其他数字并列显示，从不作决定。</translation>
    </message>
    <message>
        <source>For each item, the first time a language model certifies it here; more the next times, so that all of them together pass an item that leaks as much as the limit no more than once in 40 times.</source>
        <translation>针对每一项内容，语言模型在此首次认证时的规则；之后每次更多，使所有尝试合计放行泄露达到上限的内容不超过四十分之一。</translation>
    </message>
    <message>
        <source>Rise of right choices</source>
        <translation>正确选择的增加</translation>
    </message>
    <message>
        <source>How much more often a language model may choose right with the text than without it.</source>
        <translation>语言模型看到文本时选对的频率最多可比看不到时高多少。</translation>
    </message>
    <message>
        <source>Of all certifications of the same items in one conversation together.</source>
        <translation>同一对话中对相同内容的所有认证合计。</translation>
    </message>
    <message>
        <source>Least disclosure (tells what the answer needs)</source>
        <translation>最少透露（只保留回答所需）</translation>
    </message>
    <message>
        <source>Hides who it is about, tells what the question is about, and changes nothing else.</source>
        <translation>隐藏涉及的是谁，保留所问的内容，其余一律不改。</translation>
    </message>
    <message>
        <source>Protects every value that was found, also where the answer needs it.</source>
        <translation>保护找到的每一个值，回答需要的也不例外。</translation>
    </message>
    <message>
        <source>Protects every value that was found, and accepts a question that is less answerable.</source>
        <translation>保护找到的每一个值，并接受问题较难回答。</translation>
    </message>
    <message>
        <source>Smallest crowd, people</source>
        <translation>最少符合人数</translation>
    </message>
    <message>
        <source>Utility gate</source>
        <translation>可用性门槛</translation>
    </message>
    <message>
        <source>The question must stay answerable at least this well, from 0 to 1.</source>
        <translation>问题至少要保持这样的可回答程度，从 0 到 1。</translation>
    </message>
    <message>
        <source>0 of {first}, or at most 1 of {second}</source>
        <translation>{first} 次中 0 次，或 {second} 次中至多 1 次</translation>
    </message>
    <message>
        <source>Hits allowed in certification</source>
        <translation>认证时允许的命中</translation>
    </message>
    <message>
        <source>Planted controls</source>
        <translation>植入的对照</translation>
    </message>
    <message>
        <source>Values planted on purpose; all must be found, or the test does not count.</source>
        <translation>故意植入的值；必须全部被发现，否则检查无效。</translation>
    </message>
    <message>
        <source>Missing questions allowed</source>
        <translation>允许缺失的问题</translation>
    </message>
    <message>
        <source>If more test questions stay without a usable answer, the test does not count.</source>
        <translation>如果更多检查问题没有可用的回答，检查无效。</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>置信水平</translation>
    </message>
    <message>
        <source>{each} per item + {base}</source>
        <translation>每项 {each} + {base}</translation>
    </message>
    <message>
        <source>Rounds at most</source>
        <translation>最多迭代次数</translation>
    </message>
    <message>
        <source>After this many rounds of hiding more and less the search stops.</source>
        <translation>增减隐藏迭代这么多次之后，搜索停止。</translation>
    </message>
    <message>
        <source>Rounds without progress</source>
        <translation>无进展的迭代次数</translation>
    </message>
    <message>
        <source>The search also stops after this many rounds that improved nothing.</source>
        <translation>连续迭代这么多次没有改善时，搜索也会停止。</translation>
    </message>
</context>
<context>
    <name>QueuePane</name>
    <message>
        <source>Items that wait for a decision</source>
        <translation>待审的项目</translation>
    </message>
    <message>
        <source>Show everything that waits</source>
        <translation>显示全部待审项目</translation>
    </message>
    <message>
        <source>from {0}</source>
        <translation>来自 {0}</translation>
    </message>
    <message>
        <source>with you</source>
        <translation>由您处理</translation>
    </message>
    <message>
        <source>with {0}, {1}</source>
        <translation>由 {0} 处理，{1}</translation>
    </message>
    <message>
        <source>Any domain</source>
        <translation>任意主题</translation>
    </message>
    <message>
        <source>Any language</source>
        <translation>任意语言</translation>
    </message>
    <message>
        <source>Any reason</source>
        <translation>任意原因</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>待审</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>已决定</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>等待时长</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>排序</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) shown</source>
        <translation>
            <numerusform>显示 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading the queue…</source>
        <translation>正在读取队列…</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>已锁定</translation>
    </message>
    <message>
        <source>Unlock the vault to see what waits.</source>
        <translation>解锁保险库后可看到待审的项目。</translation>
    </message>
    <message>
        <source>Nothing fits the filter</source>
        <translation>没有符合筛选条件的项目</translation>
    </message>
    <message>
        <source>Show everything, or change the filter.</source>
        <translation>显示全部，或更改筛选条件。</translation>
    </message>
    <message>
        <source>Nothing waits for you</source>
        <translation>没有待您审核的项目</translation>
    </message>
    <message>
        <source>Prompts that cannot pass by themselves come here from Compose with “Queue for review”.</source>
        <translation>无法自行通过的原文会经撰写页的“送交审核”来到这里。</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Lock</source>
        <translation>锁定</translation>
    </message>
</context>
<context>
    <name>RawPane</name>
    <message>
        <source>What the cloud saw</source>
        <translation>云端看到的内容</translation>
    </message>
</context>
<context>
    <name>ReadingPane</name>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>The answer appears here.</source>
        <translation>回答会出现在这里。</translation>
    </message>
    <message>
        <source>{0} was put into a link or a command: opened or run, it sends your value away.</source>
        <translation>{0} 被放进了链接或命令：一旦打开或运行，您的值就会被发送出去。</translation>
    </message>
    <message>
        <source>The cloud wrote {0}; put back on this computer in the language of the text. In your text: {1}</source>
        <translation>云端写的是 {0}；已在本机按所在文字的语言还原。您的原文是：{1}</translation>
    </message>
    <message>
        <source>The cloud wrote {0}; put back on this computer.</source>
        <translation>云端写的是 {0}；已在本机还原。</translation>
    </message>
    <message>
        <source>You may have written: {0}</source>
        <translation>您的原文可能是：{0}</translation>
    </message>
    <message>
        <source>{0} was never issued in this conversation; the model made it up.</source>
        <translation>{0} 从未在本次对话中发出；是模型编造的。</translation>
    </message>
    <message>
        <source>{0} looks like a token, but there is no such kind.</source>
        <translation>{0} 看起来像占位符，但没有这种类型。</translation>
    </message>
    <message>
        <source>{0} could mean several values; it was left as it is.</source>
        <translation>{0} 可能对应多个值；保持原样。</translation>
    </message>
    <message>
        <source>{0} stands inside another token; it was left as it is.</source>
        <translation>{0} 位于另一个占位符之内；保持原样。</translation>
    </message>
</context>
<context>
    <name>RecognizerPanel</name>
    <message>
        <source>Own recognisers</source>
        <translation>自定义识别器</translation>
    </message>
    <message>
        <source>Numbers and codes of your own: what such a value looks like, not the value.</source>
        <translation>您自己的编号和代码：描述这类值的样子，而不是值本身。</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>No recogniser of your own</source>
        <translation>还没有自定义识别器</translation>
    </message>
    <message>
        <source>Describe on the right what a value looks like, try it on a sample, and save.</source>
        <translation>请在右侧描述值的样子，用示例试一试，然后保存。</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Words nearby</source>
        <translation>附近的词</translation>
    </message>
    <message>
        <source>Needed near it, separated by commas; may stay empty</source>
        <translation>须在附近出现，用逗号分隔；可以留空</translation>
    </message>
    <message>
        <source>Kind of pattern</source>
        <translation>模式种类</translation>
    </message>
    <message>
        <source>Shape of the value</source>
        <translation>值的形状</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>表达式</translation>
    </message>
    <message>
        <source>Try it: type or paste a sample. It is not kept.</source>
        <translation>试一试：输入或粘贴一段示例。示例不会被保存。</translation>
    </message>
    <message>
        <source>Sample text</source>
        <translation>示例文本</translation>
    </message>
    <message>
        <source>What the pattern finds is marked as you type.</source>
        <translation>输入时会标出模式找到的内容。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>A{2}-9{6} is two capitals, a hyphen and six digits. a: small letters, 汉: Chinese characters.</source>
        <translation>A{2}-9{6} 表示两个大写字母、一个连字符和六位数字。a：小写字母，汉：汉字。</translation>
    </message>
    <message>
        <source>KD-\d{6} is KD- and six digits. Classes, groups, | and repeats work; ^, $ and \1 do not.</source>
        <translation>KD-\d{6} 表示 KD- 加六位数字。可用字符类、分组、| 和重复；不可用 ^、$ 和 \1。</translation>
    </message>
    <message>
        <source>Write a pattern first.</source>
        <translation>请先写一个模式。</translation>
    </message>
    <message>
        <source>Type a sample to see what it finds.</source>
        <translation>请输入示例，看看它能找到什么。</translation>
    </message>
    <message>
        <source>Finds nothing in the sample.</source>
        <translation>在示例中没有找到。</translation>
    </message>
    <message numerus="yes">
        <source>Finds %n place(s) in the sample.</source>
        <translation>
            <numerusform>在示例中找到 %n 处。</numerusform>
        </translation>
    </message>
    <message>
        <source>The recogniser was deleted.</source>
        <translation>识别器已删除。</translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>恢复</translation>
    </message>
</context>
<context>
    <name>RecoverySheet</name>
    <message>
        <source>This recovery key opens the vault when everything else is lost. It is shown only now: print it or write it down, and keep it away from this computer. Nobody can make it again for you.</source>
        <translation>当其他办法都失效时，这把恢复密钥可以打开保险库。它只在此刻显示：请打印或抄写，并放在这台电脑之外。没有人能替您再做一把。</translation>
    </message>
    <message>
        <source>Recovery key</source>
        <translation>恢复密钥</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>打印</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Save as a file</source>
        <translation>另存为文件</translation>
    </message>
    <message>
        <source>Type it back from your copy, so that we both know it is right:</source>
        <translation>请照着您的副本重新输入一遍，确认无误：</translation>
    </message>
    <message>
        <source>Recovery key, typed back</source>
        <translation>重新输入的恢复密钥</translation>
    </message>
    <message>
        <source>Recovery key of the DR-SL Desktop vault</source>
        <translation>DR-SL Desktop 保险库的恢复密钥</translation>
    </message>
    <message>
        <source>Save the recovery key</source>
        <translation>保存恢复密钥</translation>
    </message>
</context>
<context>
    <name>ResidualPanel</name>
    <message>
        <source>Residual risks</source>
        <translation>剩余风险</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>尚未检查</translation>
    </message>
    <message>
        <source>The report is written when the attacks have run.</source>
        <translation>攻击运行之后会写出报告。</translation>
    </message>
    <message>
        <source>These checks found nothing</source>
        <translation>这些检查没有任何发现</translation>
    </message>
    <message numerus="yes">
        <source>%n risk(s) left</source>
        <translation>
            <numerusform>剩余 %n 项风险</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) were examined.</source>
        <translation>
            <numerusform>检查了 %n 项。</numerusform>
        </translation>
    </message>
    <message>
        <source>Checks that ran: {0}.</source>
        <translation>已运行的检查：{0}。</translation>
    </message>
    <message>
        <source>A local check cannot prove that nothing can be found.</source>
        <translation>本机检查不代表绝对无法推断。</translation>
    </message>
    <message>
        <source>A combination of items</source>
        <translation>若干项的组合</translation>
    </message>
    <message>
        <source>{0} names it with probability {1}; by guessing alone {2}.</source>
        <translation>{0} 猜中它的概率为 {1}；仅凭猜测为 {2}。</translation>
    </message>
    <message>
        <source>{0} in 100</source>
        <translation>100 次中 {0} 次</translation>
    </message>
    <message>
        <source>Asked: {0}</source>
        <translation>提问：{0}</translation>
    </message>
    <message>
        <source>Answered ({0}): {1}</source>
        <translation>回答（{0}）：{1}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>Show in the text: “{0}”</source>
        <translation>在文本中显示：“{0}”</translation>
    </message>
    <message>
        <source>Show in the text</source>
        <translation>在文本中显示</translation>
    </message>
</context>
<context>
    <name>RestoreDialog</name>
    <message>
        <source>Restore a backup</source>
        <translation>恢复备份</translation>
    </message>
    <message>
        <source>The backup takes the place of this vault, under new keys. This vault is put aside under another name, not deleted.</source>
        <translation>备份将以新密钥取代当前保险库。当前保险库会改名存放，不会删除。</translation>
    </message>
    <message>
        <source>Choose the backup</source>
        <translation>选择备份</translation>
    </message>
    <message>
        <source>Passphrase or printed key of the backup itself</source>
        <translation>备份本身的口令或打印的密钥</translation>
    </message>
    <message>
        <source>New passphrase, with which the vault opens from then on</source>
        <translation>新口令（以后用它打开保险库）</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Restore the backup</source>
        <translation>恢复此备份</translation>
    </message>
    <message>
        <source>Next: a new recovery key</source>
        <translation>下一步：新的恢复密钥</translation>
    </message>
</context>
<context>
    <name>RetestRow</name>
    <message>
        <source>Let the destination&apos;s model try first</source>
        <translation>先让目的地的模型试试</translation>
    </message>
    <message>
        <source>Send it for the test</source>
        <translation>发送以供检查</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
    <message>
        <source>Sending begins with a test by the destination&apos;s model. {caveat}</source>
        <translation>发送之前先由目的地的模型检查。{caveat}</translation>
    </message>
    <message>
        <source>The model of {destination} is trying to read out what is hidden.</source>
        <translation>{destination} 的模型正在尝试读出被隐藏的内容。</translation>
    </message>
    <message>
        <source>The model of {destination} was let try and named nothing that is hidden.</source>
        <translation>{destination} 的模型已先尝试过，没有说出任何被隐藏的内容。</translation>
    </message>
</context>
<context>
    <name>Review</name>
    <message>
        <source>Waits</source>
        <translation>待审</translation>
    </message>
    <message>
        <source>Set aside</source>
        <translation>主动送审</translation>
    </message>
    <message>
        <source>Approved and sent</source>
        <translation>已批准并发送</translation>
    </message>
    <message>
        <source>Approved and copied</source>
        <translation>已批准并复制</translation>
    </message>
    <message>
        <source>Answered locally</source>
        <translation>已在本机回答</translation>
    </message>
    <message>
        <source>Returned to the author</source>
        <translation>已退回给作者</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Medical</source>
        <translation>医疗</translation>
    </message>
    <message>
        <source>Legal</source>
        <translation>法律</translation>
    </message>
    <message>
        <source>Banking</source>
        <translation>金融</translation>
    </message>
    <message>
        <source>Travel</source>
        <translation>出行</translation>
    </message>
    <message>
        <source>General</source>
        <translation>一般</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>最早的在前</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>最新的在前</translation>
    </message>
    <message>
        <source>Most hits first</source>
        <translation>命中最多的在前</translation>
    </message>
    <message>
        <source>Smallest crowd first</source>
        <translation>符合人数最少在前</translation>
    </message>
    <message>
        <source>Any age</source>
        <translation>等待时间不限</translation>
    </message>
    <message>
        <source>Older than an hour</source>
        <translation>超过一小时</translation>
    </message>
    <message>
        <source>Older than a day</source>
        <translation>超过一天</translation>
    </message>
    <message>
        <source>Older than a week</source>
        <translation>超过一周</translation>
    </message>
    <message>
        <source>Set aside by its author.</source>
        <translation>由作者主动送审。</translation>
    </message>
    <message>
        <source>Tells too much</source>
        <translation>透露过多</translation>
    </message>
    <message>
        <source>Value named</source>
        <translation>猜中原值</translation>
    </message>
    <message>
        <source>Small crowd</source>
        <translation>符合的人太少</translation>
    </message>
    <message>
        <source>Hides too much</source>
        <translation>隐藏过多</translation>
    </message>
    <message>
        <source>Final test hit</source>
        <translation>最终测试命中</translation>
    </message>
    <message>
        <source>Evaluator saw it</source>
        <translation>评估模型看出</translation>
    </message>
    <message>
        <source>Other words tell</source>
        <translation>其他词语泄露</translation>
    </message>
    <message>
        <source>Kept by you</source>
        <translation>您选择保留</translation>
    </message>
    <message>
        <source>Model disagrees</source>
        <translation>模型意见不同</translation>
    </message>
    <message>
        <source>Rule failed</source>
        <translation>规则出错</translation>
    </message>
    <message>
        <source>Not understood</source>
        <translation>未能读懂</translation>
    </message>
    <message>
        <source>May hide something</source>
        <translation>可能藏有内容</translation>
    </message>
    <message>
        <source>Singles out</source>
        <translation>指认到人</translation>
    </message>
    <message>
        <source>Named at the destination</source>
        <translation>目的地说出了它</translation>
    </message>
    <message>
        <source>It passed the check after the review.</source>
        <translation>审核后通过了检查。</translation>
    </message>
    <message>
        <source>Answered on this computer; no cloud got it.</source>
        <translation>已由本地模型回答，任何云端都没有拿到。</translation>
    </message>
    <message>
        <source>Decided by {who}, {when}. Reason: {reason}</source>
        <translation>由 {who} 于 {when} 决定。理由：{reason}</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} 分钟</translation>
    </message>
    <message>
        <source>{0} h</source>
        <translation>{0} 小时</translation>
    </message>
    <message>
        <source>{0} d</source>
        <translation>{0} 天</translation>
    </message>
    <message>
        <source>a value without a card</source>
        <translation>未列为卡片的值</translation>
    </message>
    <message>
        <source>{value}: given away by “{words}”.</source>
        <translation>{value}：因“{words}”而泄露。</translation>
    </message>
    <message>
        <source>{value}: nowhere in particular.</source>
        <translation>{value}：没有特定的位置。</translation>
    </message>
    <message>
        <source>And {count} more; each has its card.</source>
        <translation>另有 {count} 项，均列有卡片。</translation>
    </message>
    <message>
        <source>Your last step was in another item. Undo again takes it back there.</source>
        <translation>您的上一步在另一个项目中。再按一次撤销，就在那里撤回。</translation>
    </message>
    <message>
        <source>Your last step was a decision. Undo again lets the item wait once more.</source>
        <translation>您的上一步是一项决定。再按一次撤销，该项目将重新待审。</translation>
    </message>
    <message>
        <source>Taken back.</source>
        <translation>已撤回。</translation>
    </message>
    <message>
        <source>Tell…</source>
        <translation>保留原样…</translation>
    </message>
    <message>
        <source>Not sensitive…</source>
        <translation>不敏感…</translation>
    </message>
    <message>
        <source>leaves as it is</source>
        <translation>原样离开</translation>
    </message>
    <message>
        <source>marked by hand</source>
        <translation>手动标记</translation>
    </message>
    <message>
        <source>Fewer people although more is hidden: another population is counted.</source>
        <translation>隐藏更多而人数变少：统计的是另一个人口。</translation>
    </message>
    <message>
        <source>Fewer people although more is hidden: the smallest group is now counted by other traits.</source>
        <translation>隐藏更多而人数变少：最小的人群现按别的特征统计。</translation>
    </message>
    <message>
        <source>Fewer people although more is hidden: the wider value is estimated from another table.</source>
        <translation>隐藏更多而人数变少：更宽的值按另一张表估计。</translation>
    </message>
    <message>
        <source>As proposed: something can still be guessed, so it would not pass.</source>
        <translation>按建议文本：仍有内容可被猜中，不会通过。</translation>
    </message>
    <message>
        <source>After your choices: something can still be guessed, so it would not pass.</source>
        <translation>按您的选择：仍有内容可被猜中，不会通过。</translation>
    </message>
    <message>
        <source>What is told fits about {0} people.</source>
        <translation>符合保留内容的约有 {0} 人。</translation>
    </message>
    <message>
        <source>Leakage (L) {l}, people who fit (k) {k}, utility (U) {u}</source>
        <translation>泄露（L）{l}，符合人数（k）{k}，可用性（U）{u}</translation>
    </message>
    <message>
        <source>generalised</source>
        <translation>已概括</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>not sensitive</source>
        <translation>不敏感</translation>
    </message>
    <message>
        <source>edited by hand</source>
        <translation>手动编辑</translation>
    </message>
    <message>
        <source>identifies</source>
        <translation>直接指明</translation>
    </message>
    <message>
        <source>would pass the built-in checks</source>
        <translation>会通过内置检查</translation>
    </message>
    <message>
        <source>would not pass</source>
        <translation>不会通过</translation>
    </message>
    <message>
        <source>leaves as it is and identifies by itself; nothing looks for it any more</source>
        <translation>原样离开，单凭它就能指明某个人；此后不再查找它</translation>
    </message>
    <message>
        <source>leaves as it is by your decision; the rest would pass</source>
        <translation>由您决定原样离开；其余部分会通过</translation>
    </message>
    <message>
        <source>leaves as it is by your decision; the rest would not pass</source>
        <translation>由您决定原样离开；其余部分不会通过</translation>
    </message>
    <message>
        <source>As proposed: nobody guessed anything, so it would pass the built-in checks.</source>
        <translation>按建议文本：没有攻击者猜出任何内容，会通过内置检查。</translation>
    </message>
    <message>
        <source>After your choices: nobody guessed anything, so it would pass the built-in checks.</source>
        <translation>按您的选择：没有攻击者猜出任何内容，会通过内置检查。</translation>
    </message>
    <message>
        <source>Leakage (L) {l}, people who fit (k) {k}, households that fit {h}, utility (U) {u}</source>
        <translation>泄露（L）{l}，符合人数（k）{k}，符合户数 {h}，可用性（U）{u}</translation>
    </message>
    <message>
        <source>Choose an item first.</source>
        <translation>请先选择一项。</translation>
    </message>
    <message>
        <source>This item is decided. Undo takes the decision back, unless it was sent.</source>
        <translation>此项已决定。除非已经发送，撤销可收回决定。</translation>
    </message>
    <message>
        <source>On its way.</source>
        <translation>正在发送。</translation>
    </message>
    <message>
        <source>Somebody else is at this item. Claim it first (C).</source>
        <translation>他人正在处理此项。请先认领（C）。</translation>
    </message>
    <message>
        <source>The engine is starting. You can read meanwhile.</source>
        <translation>引擎正在启动。您可以先阅读。</translation>
    </message>
    <message>
        <source>Checking the choices.</source>
        <translation>正在检查所作选择。</translation>
    </message>
    <message>
        <source>You submitted it: somebody else must release it.</source>
        <translation>这是您提交的：须由他人放行。</translation>
    </message>
    <message>
        <source>Answer locally needs a local model: connect one (Ctrl+Shift+M).</source>
        <translation>“本机回答”需要本地模型：请先连接一个（Ctrl+Shift+M）。</translation>
    </message>
    <message>
        <source>The local model writes. Esc stops it.</source>
        <translation>本地模型正在回答。按 Esc 停止。</translation>
    </message>
    <message>
        <source>Give a reason first (W).</source>
        <translation>请先填写理由（W）。</translation>
    </message>
    <message>
        <source>Tick the box first.</source>
        <translation>请先勾选复选框。</translation>
    </message>
    <message>
        <source>Give the API key first.</source>
        <translation>请先填写 API 密钥。</translation>
    </message>
    <message>
        <source>Waiting for the embedded evaluator.</source>
        <translation>正在等待内嵌评估模型。</translation>
    </message>
    <message>
        <source>Let the evaluator look again, or do without it.</source>
        <translation>让评估模型再看一次，或不使用它。</translation>
    </message>
    <message>
        <source>Another text of this conversation is on its way from Compose.</source>
        <translation>此对话的另一段文本正从“撰写”发出。</translation>
    </message>
    <message>
        <source>Nothing to take back.</source>
        <translation>没有可撤销的步骤。</translation>
    </message>
    <message>
        <source>Nothing to do again.</source>
        <translation>没有可重做的步骤。</translation>
    </message>
    <message>
        <source>There is no suggestion for it.</source>
        <translation>对此没有建议。</translation>
    </message>
    <message>
        <source>Select the words in the text first.</source>
        <translation>请先在文本中选中文字。</translation>
    </message>
    <message>
        <source>Choose something for this value first.</source>
        <translation>请先为此值作出选择。</translation>
    </message>
    <message>
        <source>The queue is locked.</source>
        <translation>队列已锁定。</translation>
    </message>
</context>
<context>
    <name>ReviewKeysDialog</name>
    <message>
        <source>Keys of the review</source>
        <translation>审核按键</translation>
    </message>
    <message>
        <source>Take this choice for the current value</source>
        <translation>对当前值采用此选项</translation>
    </message>
    <message>
        <source>Previous and next item in the list, value in the cards</source>
        <translation>列表中的上一项和下一项，卡片中的上一个和下一个值</translation>
    </message>
    <message>
        <source>Single letters act while the keyboard is in the list, the texts or the cards.</source>
        <translation>键盘位于列表、文本或卡片中时，单个字母才起作用。</translation>
    </message>
</context>
<context>
    <name>ReviewPage</name>
    <message>
        <source>Review</source>
        <translation>审核</translation>
    </message>
    <message>
        <source>Undo (Z)</source>
        <translation>撤销（Z）</translation>
    </message>
    <message>
        <source>Redo (Shift+Z)</source>
        <translation>重做（Shift+Z）</translation>
    </message>
    <message>
        <source>Many items at once</source>
        <translation>批量处理</translation>
    </message>
    <message>
        <source>Reviewer and rules</source>
        <translation>审核人与规则</translation>
    </message>
    <message>
        <source>Keys of the review (?)</source>
        <translation>审核按键（?）</translation>
    </message>
    <message>
        <source>Many at once</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>Accept everything that would pass…</source>
        <translation>接受所有会通过的建议…</translation>
    </message>
    <message>
        <source>This choice for the same value elsewhere… (S)</source>
        <translation>对别处相同值作此选择…（S）</translation>
    </message>
    <message>
        <source>Change the reviewer&apos;s name…</source>
        <translation>更改审核人姓名…</translation>
    </message>
    <message>
        <source>Claim this item (C)</source>
        <translation>认领此项（C）</translation>
    </message>
    <message>
        <source>Kept until the program closes: no vault is open.</source>
        <translation>仅保留到程序关闭：没有打开的保险库。</translation>
    </message>
    <message>
        <source>You: {0}</source>
        <translation>您：{0}</translation>
    </message>
    <message>
        <source>Let go of this item (C)</source>
        <translation>放开此项（C）</translation>
    </message>
    <message>
        <source>Reviewer</source>
        <translation>审核人</translation>
    </message>
    <message>
        <source>Name that is recorded with your decisions</source>
        <translation>随您的决定一并记录的姓名</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) were looked at.</source>
        <translation>
            <numerusform>查看了 %n 项。</numerusform>
        </translation>
    </message>
    <message>
        <source>No other item would change.</source>
        <translation>没有其他项目会改变。</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) would change.</source>
        <translation>
            <numerusform>%n 项会改变。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n choice(s) in all; one undo takes them all back. Nothing is sent.</source>
        <translation>
            <numerusform>共 %n 个选择；一次撤销可全部收回。不会发送任何内容。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change %n item(s)</source>
        <translation>
            <numerusform>更改 %n 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewReasonDialog</name>
    <message>
        <source>Not sensitive</source>
        <translation>不敏感</translation>
    </message>
    <message>
        <source>Let it leave as it is</source>
        <translation>让它原样离开</translation>
    </message>
    <message>
        <source>Why may “{value}” leave this computer?</source>
        <translation>为什么“{value}”可以离开本机？</translation>
    </message>
    <message>
        <source>Why is “{value}” not sensitive?</source>
        <translation>为什么“{value}”不敏感？</translation>
    </message>
    <message>
        <source>It is public knowledge</source>
        <translation>这是公开信息</translation>
    </message>
    <message>
        <source>The question cannot be answered without it</source>
        <translation>没有它就无法回答问题</translation>
    </message>
    <message>
        <source>It is nobody&apos;s personal data</source>
        <translation>它不是任何人的个人信息</translation>
    </message>
    <message>
        <source>It was found by mistake</source>
        <translation>它是误报</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Reason; ↓ shows earlier ones</source>
        <translation>理由；↓ 显示以前的理由</translation>
    </message>
    <message>
        <source>The reason is recorded with your name. Do not repeat the value in it.</source>
        <translation>理由会连同您的姓名一并记录。请勿在其中重复该值。</translation>
    </message>
    <message>
        <source>Let it leave</source>
        <translation>让它离开</translation>
    </message>
    <message>
        <source>It is not sensitive</source>
        <translation>它不敏感</translation>
    </message>
</context>
<context>
    <name>ReviewRulesCard</name>
    <message>
        <source>Nobody releases what they submitted</source>
        <translation>任何人不得放行自己提交的内容</translation>
    </message>
    <message>
        <source>Two people look at everything that waits under Review: who queued a text cannot send it.</source>
        <translation>待审的内容须经两人过目：谁提交，谁就不能放行。</translation>
    </message>
</context>
<context>
    <name>ReviewTextPane</name>
    <message>
        <source>Edit by hand</source>
        <translation>手动编辑</translation>
    </message>
    <message>
        <source>Take the edited text</source>
        <translation>采用编辑后的文本</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>放弃修改</translation>
    </message>
    <message>
        <source>Hide selection…</source>
        <translation>隐藏所选…</translation>
    </message>
    <message>
        <source>No item is open</source>
        <translation>没有打开的项目</translation>
    </message>
    <message>
        <source>What was written and what would leave stand here.</source>
        <translation>这里显示原文与将要发出的内容。</translation>
    </message>
    <message>
        <source>Hide wherever it stands…</source>
        <translation>隐藏每一处…</translation>
    </message>
    <message>
        <source>What will be sent, open for editing</source>
        <translation>将要发送的内容，可编辑</translation>
    </message>
    <message>
        <source>Answer brought back by hand</source>
        <translation>手动带回的回答</translation>
    </message>
    <message>
        <source>Paste the answer here; the real values of this item are then put back.</source>
        <translation>把回答粘贴到这里；随后会还原此项的真实内容。</translation>
    </message>
    <message>
        <source>Restore the pasted answer</source>
        <translation>还原粘贴的回答</translation>
    </message>
    <message>
        <source>A value that nothing found: hide it wherever it stands (H)</source>
        <translation>未识别出的值：隐藏出现的每一处（H）</translation>
    </message>
    <message>
        <source>Edit by hand (E)</source>
        <translation>手动编辑（E）</translation>
    </message>
    <message>
        <source>Original and proposal</source>
        <translation>原文与建议文本</translation>
    </message>
    <message>
        <source>Original and what left</source>
        <translation>原文与已发出的文本</translation>
    </message>
    <message>
        <source>{size}, edited by hand</source>
        <translation>{size}，已手动编辑</translation>
    </message>
    <message>
        <source>Answer of the local model</source>
        <translation>本地模型的回答</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
</context>
<context>
    <name>RunReplay</name>
    <message>
        <source>Steps of this run</source>
        <translation>此次运行的步骤</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>What you wrote</source>
        <translation>您写的内容</translation>
    </message>
    <message>
        <source>What was proposed</source>
        <translation>拟发送的内容</translation>
    </message>
    <message>
        <source>The proposal of this step</source>
        <translation>这一步的建议文本</translation>
    </message>
    <message>
        <source>The proposal before this step, with what it took away</source>
        <translation>这一步之前的建议文本，标出被去掉的内容</translation>
    </message>
    <message>
        <source>The proposal of this step, with what it added</source>
        <translation>这一步的建议文本，标出新增的内容</translation>
    </message>
    <message>
        <source>The words stayed the same</source>
        <translation>文字没有变化</translation>
    </message>
    <message>
        <source>You wrote</source>
        <translation>您写下</translation>
    </message>
    <message>
        <source>guessed {0} times in 100 more than by chance</source>
        <translation>每 100 次比凭空猜测多中 {0} 次</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) found</source>
        <translation>
            <numerusform>找到 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Library: {0}</source>
        <translation>规则库：{0}</translation>
    </message>
    <message>
        <source>The words that took their place</source>
        <translation>取而代之的文字</translation>
    </message>
    <message>
        <source>What the attackers found at the end</source>
        <translation>攻击者最后的发现</translation>
    </message>
    <message>
        <source>A person must decide</source>
        <translation>须由人决定</translation>
    </message>
    <message>
        <source>The result that was shown, after {time}</source>
        <translation>当时显示的结果，用时 {time}</translation>
    </message>
    <message>
        <source>Round {number}: {move}</source>
        <translation>第 {number} 次迭代：{move}</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>已采纳</translation>
    </message>
    <message>
        <source>taken back</source>
        <translation>已退回</translation>
    </message>
    <message>
        <source>Step {number} of {total}</source>
        <translation>第 {number} 步，共 {total} 步</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Empty the field</source>
        <translation>清空</translation>
    </message>
</context>
<context>
    <name>SecondLookRow</name>
    <message>
        <source>Look again</source>
        <translation>再看一次</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Do without it this time</source>
        <translation>本次跳过</translation>
    </message>
    <message>
        <source>Ask it all the same</source>
        <translation>仍然评估</translation>
    </message>
    <message>
        <source>The embedded evaluator reads the result: {done} of {total}. Sending waits for it.</source>
        <translation>内嵌评估模型正在阅读结果：{done}/{total}。完成前暂不发送。</translation>
    </message>
    <message>
        <source>The embedded evaluator is still reading the result. Sending waits for it.</source>
        <translation>内嵌评估模型仍在阅读结果，发送需等它完成。</translation>
    </message>
    <message>
        <source>You stopped the embedded evaluator. Sending waits for it.</source>
        <translation>您停止了内嵌评估模型，发送仍需等它完成。</translation>
    </message>
    <message>
        <source>The embedded evaluator could not judge: {reason} Sending waits for it.</source>
        <translation>内嵌评估模型无法判断：{reason} 发送仍需等它完成。</translation>
    </message>
    <message>
        <source>A dry run sends nothing, so the embedded evaluator was not asked.</source>
        <translation>演练不发送任何内容，因此未使用内嵌评估模型。</translation>
    </message>
    <message>
        <source>It does not pass anyway, so the embedded evaluator was not asked.</source>
        <translation>本来就未通过，因此未使用内嵌评估模型。</translation>
    </message>
    <message>
        <source>Without the embedded evaluator; the certificate says so.</source>
        <translation>未使用内嵌评估模型；证书中已注明。</translation>
    </message>
    <message>
        <source>You switched the embedded evaluator off, so it did not read this.</source>
        <translation>您已关闭内嵌评估模型，它没有读过此文本。</translation>
    </message>
    <message>
        <source>Evaluator off: {reason}</source>
        <translation>评估模型未启用：{reason}</translation>
    </message>
    <message>
        <source>The embedded evaluator saw nothing more.</source>
        <translation>内嵌评估模型没有看出更多内容。</translation>
    </message>
    <message numerus="yes">
        <source>About %n s left.</source>
        <translation>
            <numerusform>大约还需 %n 秒。</numerusform>
        </translation>
    </message>
    <message>
        <source>A slower look saw more: what will be sent has been made vaguer. Read it again.</source>
        <translation>更慢的检查看出了更多内容：将要发送的文本已改得更笼统，请再读一遍。</translation>
    </message>
    <message>
        <source>Changed: {0}.</source>
        <translation>改动：{0}。</translation>
    </message>
    <message>
        <source>A slower look came to another verdict than the first one. Read it again.</source>
        <translation>更慢的检查得出了与之前不同的结论，请再读一遍。</translation>
    </message>
    <message>
        <source>A slower look saw something that the first did not: a person must decide now.</source>
        <translation>更慢的检查看出了之前没有看出的内容：现在须由人决定。</translation>
    </message>
</context>
<context>
    <name>SelectionBar</name>
    <message>
        <source>What to do with the selection</source>
        <translation>如何处理所选内容</translation>
    </message>
    <message>
        <source>Hide this</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Not sensitive</source>
        <translation>不敏感</translation>
    </message>
</context>
<context>
    <name>SensitiveDelegate</name>
    <message>
        <source>Not sure: is this private?</source>
        <translation>不确定：这是隐私吗？</translation>
    </message>
    <message>
        <source>Yes (Y)</source>
        <translation>是（Y）</translation>
    </message>
    <message>
        <source>No (N)</source>
        <translation>不是（N）</translation>
    </message>
</context>
<context>
    <name>SensitiveList</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>Looked with: {0}. Only this search stands behind it.</source>
        <translation>查找方式：{0}。结论只以此为依据。</translation>
    </message>
    <message>
        <source>Nothing sensitive found</source>
        <translation>没有发现敏感内容</translation>
    </message>
    <message>
        <source>Nothing to look at yet</source>
        <translation>还没有可查看的内容</translation>
    </message>
    <message>
        <source>Write or paste a prompt; what is sensitive appears here.</source>
        <translation>写入或粘贴原文；敏感内容会出现在这里。</translation>
    </message>
</context>
<context>
    <name>SensitiveRow</name>
    <message>
        <source>{0}, told as written</source>
        <translation>{0}，保留原样</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>保留原样</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>{0}, {1}, {2}. Level {3} of {4}: {5}. {6}</source>
        <translation>{0}，{1}，{2}。第 {3} 级，共 {4} 级：{5}。{6}</translation>
    </message>
    <message>
        <source>Is this private? Y or N.</source>
        <translation>这是隐私吗？按 Y 或 N。</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Found by</source>
        <translation>发现方式</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>{0}, of which {1} from the pattern alone</source>
        <translation>{0}，其中仅模式本身为 {1}</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>置信度</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>does not hold; kept all the same</source>
        <translation>不成立；仍予保留</translation>
    </message>
    <message>
        <source>Checksum</source>
        <translation>校验和</translation>
    </message>
    <message>
        <source>Words nearby</source>
        <translation>附近的词</translation>
    </message>
    <message>
        <source>{0}, written as: {1}</source>
        <translation>{0}，写作：{1}</translation>
    </message>
    <message>
        <source>Mentions</source>
        <translation>出现次数</translation>
    </message>
    <message>
        <source>needed for the question; generalised as little as possible</source>
        <translation>问题需要它；尽量少概括</translation>
    </message>
    <message>
        <source>not needed for the question; hidden further</source>
        <translation>问题不需要它；进一步隐藏</translation>
    </message>
    <message>
        <source>Relevance</source>
        <translation>相关性</translation>
    </message>
</context>
<context>
    <name>SentPane</name>
    <message>
        <source>What will be sent</source>
        <translation>将要发送的内容</translation>
    </message>
    <message>
        <source>What will be sent, open for editing</source>
        <translation>将要发送的内容，可编辑</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>editing, unchecked</source>
        <translation>编辑中，未检查</translation>
    </message>
    <message>
        <source>{size}, edited and checked</source>
        <translation>{size}，已编辑并检查</translation>
    </message>
    <message>
        <source>{size}, checked</source>
        <translation>{size}，已检查</translation>
    </message>
    <message>
        <source>{size}, did not pass</source>
        <translation>{size}，未通过</translation>
    </message>
    <message>
        <source>{size}, unchecked</source>
        <translation>{size}，未检查</translation>
    </message>
</context>
<context>
    <name>ServerRow</name>
    <message>
        <source>Unknown program</source>
        <translation>未知程序</translation>
    </message>
    <message>
        <source>Show its models</source>
        <translation>显示其模型</translation>
    </message>
    <message>
        <source>Show the models of {name}</source>
        <translation>显示 {name} 的模型</translation>
    </message>
    <message>
        <source>Key of this server</source>
        <translation>该服务器的密钥</translation>
    </message>
    <message>
        <source>Use this key</source>
        <translation>使用此密钥</translation>
    </message>
</context>
<context>
    <name>Servers</name>
    <message>
        <source>the server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>not running</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>Nothing answers at this address.</source>
        <translation>该地址没有应答。</translation>
    </message>
    <message>
        <source>Start {name}, load a model there, switch on its local server, then search again.</source>
        <translation>请启动 {name}，在其中加载模型并打开本地服务器，然后重新查找。</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>加载中</translation>
    </message>
    <message>
        <source>It is loading a model.</source>
        <translation>正在加载模型。</translation>
    </message>
    <message>
        <source>Wait until it is done, then search again.</source>
        <translation>请等它完成，然后重新查找。</translation>
    </message>
    <message>
        <source>no model in memory</source>
        <translation>内存中没有模型</translation>
    </message>
    <message>
        <source>It runs, but no model is loaded.</source>
        <translation>服务器在运行，但没有加载模型。</translation>
    </message>
    <message>
        <source>Load one in {name}, then search again; or choose one here and wait while it loads.</source>
        <translation>请在 {name} 中加载模型后重新查找；或在这里选一个并等它加载。</translation>
    </message>
    <message>
        <source>wants a key</source>
        <translation>需要密钥</translation>
    </message>
    <message>
        <source>It answers only with a key.</source>
        <translation>需要密钥才会应答。</translation>
    </message>
    <message>
        <source>Enter the key that was set in {name}.</source>
        <translation>请输入在 {name} 中设置的密钥。</translation>
    </message>
    <message>
        <source>not a model server</source>
        <translation>不是模型服务器</translation>
    </message>
    <message>
        <source>Another program answers at this address.</source>
        <translation>该地址上应答的是其他程序。</translation>
    </message>
    <message>
        <source>Check the port, or enter another address below.</source>
        <translation>请检查端口，或在下方输入其他地址。</translation>
    </message>
    <message>
        <source>runs elsewhere</source>
        <translation>在别处运行</translation>
    </message>
    <message>
        <source>All its models run on other computers, so your text would leave this one.</source>
        <translation>它的所有模型都在其他计算机上运行，您的文本会离开本机。</translation>
    </message>
    <message>
        <source>Load a model that runs here. None of these is used.</source>
        <translation>请加载在本机运行的模型。这些模型都不会使用。</translation>
    </message>
    <message>
        <source>too old</source>
        <translation>版本过旧</translation>
    </message>
    <message>
        <source>It did not understand the questions that this program asks first.</source>
        <translation>它不理解本程序最先提出的问题。</translation>
    </message>
    <message>
        <source>Update {name}, start it again, then search again.</source>
        <translation>请更新 {name}，重新启动后再查找。</translation>
    </message>
    <message>
        <source>Local model</source>
        <translation>本地模型</translation>
    </message>
    <message>
        <source>{server} – {model}, connecting</source>
        <translation>{server} – {model}，连接中</translation>
    </message>
    <message>
        <source>{server} – {model}, needs your word</source>
        <translation>{server} – {model}，待您确认</translation>
    </message>
    <message>
        <source>{server} – {model}, ready</source>
        <translation>{server} – {model}，就绪</translation>
    </message>
    <message>
        <source>{server} – {model}, does not answer</source>
        <translation>{server} – {model}，无应答</translation>
    </message>
    <message>
        <source>Built-in; {model} not reached</source>
        <translation>内置；未能连接 {model}</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>已完成 {done}，共 {total}</translation>
    </message>
    <message>
        <source>loading the model</source>
        <translation>正在加载模型</translation>
    </message>
    <message>
        <source>reading the prompt</source>
        <translation>正在读取输入</translation>
    </message>
    <message>
        <source>writing, {speed} tok/s</source>
        <translation>正在写，{speed} 词元/秒</translation>
    </message>
    <message>
        <source>server busy, trying again</source>
        <translation>服务器忙，正在重试</translation>
    </message>
    <message>
        <source>up to {count}</source>
        <translation>最多 {count}</translation>
    </message>
    <message>
        <source>in memory</source>
        <translation>在内存中</translation>
    </message>
    <message>
        <source>on disk</source>
        <translation>在磁盘上</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>partly (JSON, shape not held)</source>
        <translation>部分（是 JSON，但不守格式）</translation>
    </message>
    <message>
        <source>{count} tokens per second</source>
        <translation>每秒 {count} 词元</translation>
    </message>
    <message>
        <source>Keeps to a given shape</source>
        <translation>遵守给定格式</translation>
    </message>
    <message>
        <source>Needed to extract reliably; answers that do not fit are thrown away.</source>
        <translation>可靠提取所必需；不合格式的回答会被丢弃。</translation>
    </message>
    <message>
        <source>Answers without thinking aloud</source>
        <translation>回答时不展示思考</translation>
    </message>
    <message>
        <source>If not, every question takes several times as long.</source>
        <translation>否则每个问题要花数倍的时间。</translation>
    </message>
    <message>
        <source>Tells its certainty</source>
        <translation>给出把握程度</translation>
    </message>
    <message>
        <source>Not needed; makes leakage measurable with fewer questions.</source>
        <translation>非必需；有它可用更少的问题测出泄露。</translation>
    </message>
    <message>
        <source>Can repeat an answer</source>
        <translation>能重复同一回答</translation>
    </message>
    <message>
        <source>If not, a run cannot be repeated exactly; the certificate says so.</source>
        <translation>否则无法完全重现一次运行；证书会注明。</translation>
    </message>
    <message>
        <source>Questions side by side</source>
        <translation>可同时提问数</translation>
    </message>
    <message>
        <source>More of them make a check faster.</source>
        <translation>越多，检查越快。</translation>
    </message>
    <message>
        <source>Longest text</source>
        <translation>最长文本</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} 词元</translation>
    </message>
    <message>
        <source>Text and answer together; a text that does not fit is refused, never cut.</source>
        <translation>文本与回答合计；放不下的文本会被拒绝，绝不截断。</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Of one answer alone, measured just now.</source>
        <translation>单个回答的速度，刚刚测得。</translation>
    </message>
</context>
<context>
    <name>SetAsideMenu</name>
    <message>
        <source>Looks private and is taken for nobody&apos;s; choose a value to hide it all the same</source>
        <translation>看起来像隐私，但判断为不涉及任何私人；选择一个值即可仍然隐藏</translation>
    </message>
    <message>
        <source>Taken for nobody&apos;s</source>
        <translation>视为不涉及私人</translation>
    </message>
    <message>
        <source>Taken for nobody&apos;s, told ({0})</source>
        <translation>视为不涉及私人，照原样发送（{0}）</translation>
    </message>
    <message>
        <source>Hide {0} ({1})</source>
        <translation>隐藏 {0}（{1}）</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Own texts</source>
        <translation>自有文本</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>No setting has such a word.</source>
        <translation>没有包含该词的设置。</translation>
    </message>
    <message>
        <source>Language and appearance</source>
        <translation>语言与外观</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Green and red</source>
        <translation>绿与红</translation>
    </message>
    <message>
        <source>Blue and orange (for colour-blind readers)</source>
        <translation>蓝与橙（适合色觉障碍者）</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>Colours of changes</source>
        <translation>更改的配色</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Engine and local model</source>
        <translation>引擎与本地模型</translation>
    </message>
    <message>
        <source>The built-in engine is always there. A model on this computer can find, rewrite and attack too.</source>
        <translation>内置引擎始终可用。本机上的模型也可以参与查找、改写和攻击。</translation>
    </message>
    <message>
        <source>Choose engine and model</source>
        <translation>选择引擎和模型</translation>
    </message>
    <message>
        <source>Destinations</source>
        <translation>目的地</translation>
    </message>
    <message>
        <source>Where an approved text may go. Dry run and copying by hand are always there and need no set-up.</source>
        <translation>批准的文本可以发往的地方。演练和手动复制始终可用，无需设置。</translation>
    </message>
    <message>
        <source>Add a destination</source>
        <translation>添加目的地</translation>
    </message>
    <message>
        <source>Test by the destination&apos;s own model</source>
        <translation>由目的地自己的模型检查</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Ask me for every text</source>
        <translation>每段文本都问我</translation>
    </message>
    <message>
        <source>Always, before a text is used there</source>
        <translation>始终，在那里使用文本之前</translation>
    </message>
    <message>
        <source>Only for destinations on the network. What such a test means: {caveat}</source>
        <translation>仅用于网络上的目的地。这种检查意味着：{caveat}</translation>
    </message>
    <message>
        <source>the destination</source>
        <translation>目的地</translation>
    </message>
    <message>
        <source>What a text must withstand</source>
        <translation>文本必须经受的检查</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>The thresholds of a profile are fixed, and every certificate records them.</source>
        <translation>每个方案的阈值是固定的，并记录在每份证书中。</translation>
    </message>
    <message>
        <source>None yet. Add one to send over the network.</source>
        <translation>还没有。添加一个即可通过网络发送。</translation>
    </message>
    <message>
        <source>key kept</source>
        <translation>已保存密钥</translation>
    </message>
    <message>
        <source>no key</source>
        <translation>没有密钥</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>Change {name}</source>
        <translation>修改 {name}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove {name} and its key</source>
        <translation>移除 {name} 及其密钥</translation>
    </message>
</context>
<context>
    <name>SuggestionMenu</name>
    <message>
        <source>Put all back</source>
        <translation>全部还原</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>逐项选择…</translation>
    </message>
    <message>
        <source>As the answer says</source>
        <translation>恢复回答原样</translation>
    </message>
    <message>
        <source>Where one phrase stands for several of your values, you choose</source>
        <translation>一个说法可能对应您的多个值时，由您选择</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) say again what you wrote.</source>
        <translation>
            <numerusform>有 %n 处已还原为您的原文。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n phrase(s) stand for what you wrote more exactly.</source>
        <translation>
            <numerusform>有 %n 处说法对应您写得更具体的内容。</numerusform>
        </translation>
    </message>
    <message>
        <source>The answer says: {0}</source>
        <translation>回答中写的是：{0}</translation>
    </message>
    <message>
        <source>Put back: {0}</source>
        <translation>还原为：{0}</translation>
    </message>
    <message>
        <source>Leave it as the answer says</source>
        <translation>保留回答中的说法</translation>
    </message>
</context>
<context>
    <name>SuggestionRow</name>
    <message>
        <source>Add to never hide</source>
        <translation>加入“从不隐藏”</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>“{0}” is in your never-hide list now.</source>
        <translation>“{0}”现已在您的“从不隐藏”列表中。</translation>
    </message>
    <message numerus="yes">
        <source>You unmarked “{surface}” in %n text(s).</source>
        <translation>
            <numerusform>您在 %n 篇文本中取消过对“{surface}”的标记。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TaskSwitch</name>
    <message>
        <source>Answer</source>
        <translation>回答问题</translation>
    </message>
    <message>
        <source>A question is to be answered.</source>
        <translation>回答一个问题。</translation>
    </message>
    <message>
        <source>Rework</source>
        <translation>改写文本</translation>
    </message>
    <message>
        <source>A text is to be rewritten, translated, summarised or sorted: everything hidden comes back.</source>
        <translation>改写、翻译、概述或整理文本：隐藏的内容都会还原。</translation>
    </message>
    <message>
        <source>your choice</source>
        <translation>由您选择</translation>
    </message>
    <message>
        <source>as it reads</source>
        <translation>按内容判断</translation>
    </message>
</context>
<context>
    <name>TextsRow</name>
    <message>
        <source>Texts of yours that others may have read, as .txt or .md files: whoever searches for you may know them. They are read on this computer at the start of every check; nothing of them is copied or sent.</source>
        <translation>别人可能读过的您的文本（.txt 或 .md 文件）：搜寻您的人可能知道它们。每次检查开始时在本机读取，内容不会被复制或发送。</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Do without own texts</source>
        <translation>不使用自有文本</translation>
    </message>
    <message>
        <source>No folder: only the public corpus is searched.</source>
        <translation>未选择文件夹：只检索公共语料。</translation>
    </message>
    <message>
        <source>Choose the folder of your own texts</source>
        <translation>选择存放自有文本的文件夹</translation>
    </message>
</context>
<context>
    <name>Told</name>
    <message>
        <source>health</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>faith</source>
        <translation>信仰</translation>
    </message>
    <message>
        <source>origin</source>
        <translation>民族出身</translation>
    </message>
    <message>
        <source>politics</source>
        <translation>政治</translation>
    </message>
    <message>
        <source>sexuality</source>
        <translation>性取向</translation>
    </message>
    <message>
        <source>offences</source>
        <translation>违法犯罪</translation>
    </message>
    <message>
        <source>Told on purpose: {0}.</source>
        <translation>有意保留 {0} 项。</translation>
    </message>
    <message>
        <source>Among it: {0}.</source>
        <translation>其中包括：{0}。</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>What is told fits about {0} people.</source>
        <translation>符合保留内容的约有 {0} 人。</translation>
    </message>
</context>
<context>
    <name>TurnCard</name>
    <message>
        <source>What you wrote</source>
        <translation>您写的内容</translation>
    </message>
    <message>
        <source>Turn {number}</source>
        <translation>第 {number} 轮</translation>
    </message>
    <message>
        <source>busy, try {attempt} of {attempts} in {seconds} s</source>
        <translation>繁忙，{seconds} 秒后第 {attempt} 次重试（共 {attempts} 次）</translation>
    </message>
    <message>
        <source>cut at the length limit</source>
        <translation>达到长度上限，已截断</translation>
    </message>
    <message>
        <source>cut by the destination&apos;s filter</source>
        <translation>被目的地的过滤规则截断</translation>
    </message>
</context>
<context>
    <name>TurnsView</name>
    <message>
        <source>Answer brought back by hand</source>
        <translation>手动带回的回答</translation>
    </message>
    <message>
        <source>Paste the answer here; your real values are then put back.</source>
        <translation>把回答粘贴到这里；随后会还原您的真实内容。</translation>
    </message>
    <message>
        <source>Turns of this conversation</source>
        <translation>此对话的各轮</translation>
    </message>
    <message numerus="yes">
        <source>Show %n earlier turn(s)</source>
        <translation>
            <numerusform>显示更早的 %n 轮</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TypeBox</name>
    <message>
        <source>Type of value</source>
        <translation>值的类型</translation>
    </message>
</context>
<context>
    <name>TypePicker</name>
    <message>
        <source>Hide “{0}” as…</source>
        <translation>把“{0}”隐藏为…</translation>
    </message>
    <message>
        <source>Search types</source>
        <translation>搜索类型</translation>
    </message>
    <message>
        <source>Types of values</source>
        <translation>值的类型</translation>
    </message>
    <message>
        <source>How long it holds</source>
        <translation>有效多久</translation>
    </message>
    <message>
        <source>No type is called so.</source>
        <translation>没有这个名称的类型。</translation>
    </message>
</context>
<context>
    <name>TypedBack</name>
    <message>
        <source>Type the value once more</source>
        <translation>请重新输入该值</translation>
    </message>
    <message>
        <source>The value, typed once more</source>
        <translation>重新输入的值</translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Close this bar</source>
        <translation>关闭此提示</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>VaultBanner</name>
    <message>
        <source>I have read this</source>
        <translation>我已阅读</translation>
    </message>
    <message>
        <source>There is no vault yet: nothing you write is kept when you close the program.</source>
        <translation>还没有保险库：关闭程序后，您写的内容不会保留。</translation>
    </message>
    <message>
        <source>Set up the vault</source>
        <translation>建立保险库</translation>
    </message>
    <message>
        <source>its destination</source>
        <translation>其目的地</translation>
    </message>
    <message>
        <source>A send of {size} to {name} on {when} did not finish: it may have arrived. It is not repeated by itself. Ask the destination before you send it again.</source>
        <translation>{when} 发往 {name} 的 {size} 没有完成：可能已经送达。程序不会自行重发。再次发送前请先向对方确认。</translation>
    </message>
</context>
<context>
    <name>VaultCard</name>
    <message>
        <source>Set up the vault</source>
        <translation>建立保险库</translation>
    </message>
    <message>
        <source>Lock when nobody uses it for</source>
        <translation>无人使用多久后锁定</translation>
    </message>
    <message>
        <source>Delete conversations for ever after</source>
        <translation>多久后永久删除对话</translation>
    </message>
    <message>
        <source>Lock now</source>
        <translation>立即锁定</translation>
    </message>
    <message>
        <source>Change the passphrase</source>
        <translation>更改口令</translation>
    </message>
    <message>
        <source>New key and recovery key</source>
        <translation>更换密钥和恢复密钥</translation>
    </message>
    <message>
        <source>Back up</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>恢复备份</translation>
    </message>
    <message>
        <source>Delete everything</source>
        <translation>全部删除</translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n 天</numerusform>
        </translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>This choice could not be kept: {reason} It holds until the vault is locked.</source>
        <translation>此选择未能保存：{reason}在保险库锁定之前仍然有效。</translation>
    </message>
    <message>
        <source>There is no vault: nothing is kept when the program closes.</source>
        <translation>没有保险库：关闭程序后什么都不保留。</translation>
    </message>
    <message>
        <source>a passphrase</source>
        <translation>口令</translation>
    </message>
    <message>
        <source>this computer&apos;s key store</source>
        <translation>本机的密钥库</translation>
    </message>
    <message>
        <source>Open. It opens with {way}; {size} on the disk.</source>
        <translation>已打开。开启方式：{way}；占用磁盘 {size}。</translation>
    </message>
    <message>
        <source>Moving to the new keys…</source>
        <translation>正在换到新密钥…</translation>
    </message>
    <message>
        <source>Writing the backup…</source>
        <translation>正在写入备份…</translation>
    </message>
    <message>
        <source>Restoring…</source>
        <translation>正在恢复…</translation>
    </message>
    <message>
        <source>Changing the passphrase…</source>
        <translation>正在更改口令…</translation>
    </message>
    <message>
        <source>Counting what there is…</source>
        <translation>正在清点内容…</translation>
    </message>
    <message>
        <source>Deleting everything…</source>
        <translation>正在全部删除…</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>正在处理…</translation>
    </message>
    <message>
        <source>The passphrase is changed.</source>
        <translation>口令已更改。</translation>
    </message>
    <message>
        <source>The vault has new keys.</source>
        <translation>保险库已换用新密钥。</translation>
    </message>
    <message>
        <source>The backup is written.</source>
        <translation>备份完成。</translation>
    </message>
    <message>
        <source>The backup is in force.</source>
        <translation>已恢复备份。</translation>
    </message>
    <message>
        <source>Everything is deleted. The audit trail stays, without text.</source>
        <translation>已全部删除。审计记录保留，其中不含文字。</translation>
    </message>
    <message>
        <source>A passphrase for the backup</source>
        <translation>备份的口令</translation>
    </message>
</context>
<context>
    <name>VaultOffer</name>
    <message>
        <source>Set up the vault</source>
        <translation>建立保险库</translation>
    </message>
</context>
<context>
    <name>VaultSetup</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The vault gets a new key and a new recovery key; what it keeps stays. The recovery key that you have now no longer opens it afterwards. Backups keep their own passphrase or printed key.</source>
        <translation>保险库将换用新的密钥和新的恢复密钥，其中的内容不变。此后，现有的恢复密钥不再能打开它。备份仍用各自的口令或打印的密钥打开。</translation>
    </message>
    <message>
        <source>The vault is one encrypted file on this computer. It keeps prompts, answers, runs, drafts and the record of every send. What opens it?</source>
        <translation>保险库是本机上的一个加密文件，保存原文、回答、运行、草稿和每次发送的记录。用什么打开它？</translation>
    </message>
    <message>
        <source>This computer&apos;s key store, with my login</source>
        <translation>本机的密钥库，随我的登录打开</translation>
    </message>
    <message>
        <source>A passphrase that I type</source>
        <translation>由我输入的口令</translation>
    </message>
    <message>
        <source>This computer offers no key store that could be trusted, so the vault needs a passphrase.</source>
        <translation>本机没有可信的密钥库，所以保险库需要口令。</translation>
    </message>
    <message>
        <source>Passphrase that opens it from then on: yours until now, or a new one</source>
        <translation>此后打开保险库的口令：沿用现在的，或换新的</translation>
    </message>
    <message>
        <source>Passphrase, at least 10 characters</source>
        <translation>口令，至少 10 个字符</translation>
    </message>
    <message>
        <source>The same passphrase again</source>
        <translation>再输入一次</translation>
    </message>
    <message>
        <source>The vault has new keys. Only the recovery key that you typed back opens it from now on.</source>
        <translation>保险库已换用新密钥。从现在起，只有您刚才输入的恢复密钥能打开它。</translation>
    </message>
    <message>
        <source>The vault is ready. From now on your work is kept, encrypted, on this computer.</source>
        <translation>保险库已就绪。从现在起，您的工作会加密保存在本机。</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>正在处理…</translation>
    </message>
    <message>
        <source>Make the recovery key</source>
        <translation>生成恢复密钥</translation>
    </message>
    <message>
        <source>Next: a new recovery key</source>
        <translation>下一步：新的恢复密钥</translation>
    </message>
    <message>
        <source>Move to the new keys</source>
        <translation>换到新密钥</translation>
    </message>
    <message>
        <source>Make the vault</source>
        <translation>建立保险库</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
</context>
<context>
    <name>VersionList</name>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
</context>
<context>
    <name>VersionModel</name>
    <message>
        <source>Version {0}</source>
        <translation>版本 {0}</translation>
    </message>
    <message>
        <source>active</source>
        <translation>生效</translation>
    </message>
    <message>
        <source>pinned: {0}</source>
        <translation>固定：{0}</translation>
    </message>
    <message>
        <source>compared</source>
        <translation>对照</translation>
    </message>
</context>
<context>
    <name>VersionPane</name>
    <message>
        <source>Content of this version</source>
        <translation>此版本的内容</translation>
    </message>
    <message>
        <source>The older version, with what was removed</source>
        <translation>较旧的版本，标出删去的内容</translation>
    </message>
    <message>
        <source>The newer version, with what was added</source>
        <translation>较新的版本，标出新增的内容</translation>
    </message>
    <message>
        <source>No differences</source>
        <translation>没有差别</translation>
    </message>
    <message>
        <source>Both versions say the same.</source>
        <translation>两个版本内容相同。</translation>
    </message>
    <message>
        <source>Nothing to compare</source>
        <translation>没有可比较的内容</translation>
    </message>
    <message>
        <source>Choose a version first.</source>
        <translation>请先选择一个版本。</translation>
    </message>
    <message>
        <source>Why this line is here</source>
        <translation>这一行的来由</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>对照</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Pin this version for a subject</source>
        <translation>为某个主题固定此版本</translation>
    </message>
    <message>
        <source>Try on…</source>
        <translation>试用…</translation>
    </message>
    <message>
        <source>Run this version against the active one on the same texts</source>
        <translation>在相同文本上将此版本与生效版本对照运行</translation>
    </message>
    <message>
        <source>Roll back to this</source>
        <translation>回滚到此版本</translation>
    </message>
    <message>
        <source>Show content</source>
        <translation>显示内容</translation>
    </message>
    <message>
        <source>Compare with version {0}</source>
        <translation>与版本 {0} 对照</translation>
    </message>
    <message>
        <source>fixed: it takes part in the decision what may leave, so nothing learned changes it</source>
        <translation>固定项：它参与决定什么可以发出，因此学习不会改变它</translation>
    </message>
    <message>
        <source>learned over an older shipped text; look at it again</source>
        <translation>基于较旧的出厂文本习得；请重新查看</translation>
    </message>
    <message>
        <source>Reading the versions…</source>
        <translation>正在读取版本…</translation>
    </message>
    <message>
        <source>This version is empty</source>
        <translation>此版本为空</translation>
    </message>
    <message>
        <source>Nothing has been learned here; it adds nothing to a run.</source>
        <translation>这里还没有学到什么，不会影响运行。</translation>
    </message>
    <message>
        <source>Makes a new version that repeats this one; it can be undone</source>
        <translation>生成一个与此相同的新版本；可以撤销</translation>
    </message>
    <message>
        <source>This version is the active one</source>
        <translation>此版本正在生效</translation>
    </message>
    <message>
        <source>{domain} (now version {version})</source>
        <translation>{domain}（现为版本 {version}）</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>What will be sent appears here</source>
        <translation>将要发送的内容会出现在这里</translation>
    </message>
    <message>
        <source>Only a text that was attacked on this computer and that you approved leaves it; in the answer your real values are put back.</source>
        <translation>只有在本机经受过攻击并由您批准的文本才会离开；回答中会还原您的真实内容。</translation>
    </message>
    <message>
        <source>A pass means that these attackers found nothing, not that nothing can be found: read before you send.</source>
        <translation>“通过”只表示这些攻击者没有发现内容，不代表绝对无法推断：发送前请通读。</translation>
    </message>
    <message>
        <source>Heart surgery</source>
        <translation>心脏手术后</translation>
    </message>
    <message>
        <source>A dismissal case</source>
        <translation>被辞退如何维权</translation>
    </message>
    <message>
        <source>A wrong charge</source>
        <translation>银行卡错误扣款</translation>
    </message>
    <message>
        <source>Try an example (all people are invented):</source>
        <translation>试试示例（人物均为虚构）：</translation>
    </message>
    <message>
        <source>Example: {name}</source>
        <translation>示例：{name}</translation>
    </message>
</context>
<context>
    <name>WipeDialog</name>
    <message>
        <source>Delete everything</source>
        <translation>全部删除</translation>
    </message>
    <message>
        <source>Delete everything in the vault for ever?</source>
        <translation>要永久删除保险库中的全部内容吗？</translation>
    </message>
    <message>
        <source>This goes:</source>
        <translation>将被删除：</translation>
    </message>
    <message>
        <source>This stays:</source>
        <translation>将会保留：</translation>
    </message>
    <message>
        <source>It cannot be undone.</source>
        <translation>此操作无法撤销。</translation>
    </message>
    <message>
        <source>Do not delete</source>
        <translation>不删除</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n conversation(s) and everything else</source>
        <translation>
            <numerusform>删除 %n 个对话及其他全部内容</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n 个对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n turn(s) with their answers</source>
        <translation>
            <numerusform>%n 轮对话及其回答</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) with their certificates</source>
        <translation>
            <numerusform>%n 次运行及其证书</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n send(s) with their approvals</source>
        <translation>
            <numerusform>%n 次发送及其批准记录</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n review item(s)</source>
        <translation>
            <numerusform>%n 个送审的项目</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n draft(s)</source>
        <translation>
            <numerusform>%n 份草稿</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n experience(s) of learning</source>
        <translation>
            <numerusform>%n 条学习经验</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n learned prompt version(s)</source>
        <translation>
            <numerusform>%n 个学到的提示词版本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calibration(s)</source>
        <translation>
            <numerusform>%n 次校准</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n setting(s) behind the lock, dictionaries among them</source>
        <translation>
            <numerusform>%n 项保险库内的设置，包括词典</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n encrypted copy(ies) from before an update</source>
        <translation>
            <numerusform>%n 个更新前的加密副本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n earlier vault(s) that a restore put aside</source>
        <translation>
            <numerusform>%n 个恢复备份时移开的旧保险库</numerusform>
        </translation>
    </message>
    <message>
        <source>The search index, and what is on the screen now</source>
        <translation>搜索索引，以及当前屏幕上的内容</translation>
    </message>
    <message numerus="yes">
        <source>The audit trail: %n row(s) of ids, hashes and counts, without any text</source>
        <translation>
            <numerusform>审计记录：%n 行，只有编号、哈希和计数，不含任何文字</numerusform>
        </translation>
    </message>
    <message>
        <source>The vault itself, empty, with its key, passphrase and recovery key</source>
        <translation>空的保险库本身，以及其密钥、口令和恢复密钥</translation>
    </message>
    <message>
        <source>Preferences outside the vault: language, appearance, destinations and their keys, models</source>
        <translation>保险库之外的偏好设置：语言、外观、目的地及其密钥、模型</translation>
    </message>
    <message>
        <source>Backups and exports that you made, wherever you put them</source>
        <translation>您自己做的备份和导出文件，无论放在哪里</translation>
    </message>
    <message>
        <source>The program&apos;s log, which holds no text</source>
        <translation>程序日志，其中不含文字</translation>
    </message>
</context>
<context>
    <name>WordListPanel</name>
    <message>
        <source>Always hide</source>
        <translation>始终隐藏</translation>
    </message>
    <message>
        <source>Never hide</source>
        <translation>从不隐藏</translation>
    </message>
    <message>
        <source>Names of customers, projects, products: wherever one of them stands, it is hidden.</source>
        <translation>客户、项目、产品等名称：无论出现在哪里，都会被隐藏。</translation>
    </message>
    <message>
        <source>Words that are marked for nothing. What a check still finds in them is tested as before.</source>
        <translation>被误标的词语。检查在其中仍会发现的内容，照旧检查。</translation>
    </message>
    <message>
        <source>Word or name to hide</source>
        <translation>要隐藏的词语或名称</translation>
    </message>
    <message>
        <source>Word or name to leave alone</source>
        <translation>不需处理的词语或名称</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Search this list</source>
        <translation>搜索此列表</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>Import a list (CSV)…</source>
        <translation>导入列表 (CSV)…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message numerus="yes">
        <source>%n entry(ies)</source>
        <translation>
            <numerusform>%n 个条目</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Nothing fits the search</source>
        <translation>没有符合搜索的内容</translation>
    </message>
    <message>
        <source>Clear the field to see all entries.</source>
        <translation>清空搜索框可查看全部条目。</translation>
    </message>
    <message>
        <source>The list is empty</source>
        <translation>列表为空</translation>
    </message>
    <message>
        <source>Add a word above, or import a list.</source>
        <translation>请在上方添加词语，或导入列表。</translation>
    </message>
    <message numerus="yes">
        <source>%n entry(ies) deleted.</source>
        <translation>
            <numerusform>已删除 %n 个条目。</numerusform>
        </translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>恢复</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n entry(ies)</source>
        <translation>
            <numerusform>删除 %n 个条目</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Person</source>
        <translation>人物</translation>
    </message>
    <message>
        <source>Contact</source>
        <translation>联系方式</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>号码</translation>
    </message>
    <message>
        <source>Places and organisations</source>
        <translation>地点与机构</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>财务</translation>
    </message>
    <message>
        <source>Law</source>
        <translation>法律</translation>
    </message>
    <message>
        <source>Secrets</source>
        <translation>机密</translation>
    </message>
    <message>
        <source>identifies by itself</source>
        <translation>单独即可识别</translation>
    </message>
    <message>
        <source>identifies together with others</source>
        <translation>与其他信息结合可识别</translation>
    </message>
    <message>
        <source>Hidden, comes back ({0})</source>
        <translation>已隐藏，会还原（{0}）</translation>
    </message>
    <message>
        <source>Told less exactly ({0})</source>
        <translation>概括（{0}）</translation>
    </message>
    <message>
        <source>Told on purpose ({0})</source>
        <translation>有意保留（{0}）</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Coarser</source>
        <translation>概括</translation>
    </message>
    <message>
        <source>Tell</source>
        <translation>保留原样</translation>
    </message>
    <message>
        <source>Once, in this prompt</source>
        <translation>仅此一次（本次原文）</translation>
    </message>
    <message>
        <source>In this conversation</source>
        <translation>在本次对话中</translation>
    </message>
    <message>
        <source>Always, until the program closes</source>
        <translation>始终（直到程序关闭）</translation>
    </message>
    <message>
        <source>not decided yet</source>
        <translation>尚未决定</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>已隐藏</translation>
    </message>
    <message>
        <source>leaves as it is</source>
        <translation>原样离开</translation>
    </message>
    <message>
        <source>edited by hand</source>
        <translation>手动编辑</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>pattern with checksum</source>
        <translation>带校验和的模式</translation>
    </message>
    <message>
        <source>word list</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>words around it</source>
        <translation>周围的词</translation>
    </message>
    <message>
        <source>name model</source>
        <translation>姓名模型</translation>
    </message>
    <message>
        <source>span reader</source>
        <translation>片段识别模型</translation>
    </message>
    <message>
        <source>local language model</source>
        <translation>本地语言模型</translation>
    </message>
    <message>
        <source>another mention of the same value</source>
        <translation>同一内容的另一处</translation>
    </message>
    <message>
        <source>learned rule</source>
        <translation>习得的规则</translation>
    </message>
    <message>
        <source>marked by you</source>
        <translation>由您标记</translation>
    </message>
    <message>
        <source>ran</source>
        <translation>已运行</translation>
    </message>
    <message>
        <source>off</source>
        <translation>未启用</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Extract</source>
        <translation>提取</translation>
    </message>
    <message>
        <source>Generalise</source>
        <translation>概括</translation>
    </message>
    <message>
        <source>Attack</source>
        <translation>攻击</translation>
    </message>
    <message>
        <source>Certify</source>
        <translation>认证</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审核</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>A0 reads only</source>
        <translation>A0 只读文本</translation>
    </message>
    <message>
        <source>A1 knows frequencies</source>
        <translation>A1 知道频率</translation>
    </message>
    <message>
        <source>A2 searches public texts</source>
        <translation>A2 检索公开文本</translation>
    </message>
    <message>
        <source>A3 knows the population</source>
        <translation>A3 知道人口</translation>
    </message>
    <message>
        <source>somebody who only reads the text</source>
        <translation>只读这段文本的人</translation>
    </message>
    <message>
        <source>somebody who knows how common each value is</source>
        <translation>知道各个值有多常见的人</translation>
    </message>
    <message>
        <source>somebody who searches public texts</source>
        <translation>会检索公开文本的人</translation>
    </message>
    <message>
        <source>somebody who knows the population</source>
        <translation>了解人口构成的人</translation>
    </message>
    <message>
        <source>Of 100 guesses by {who}, {with} are right; without this text {without} would be.</source>
        <translation>{who}猜 100 次，能猜中 {with} 次；没有这段文本则为 {without} 次。</translation>
    </message>
    <message>
        <source>text only</source>
        <translation>仅文本</translation>
    </message>
    <message>
        <source>frequencies</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>public texts</source>
        <translation>公开文本</translation>
    </message>
    <message>
        <source>population</source>
        <translation>人口</translation>
    </message>
    <message>
        <source>No language model attacked this text; what can be computed did.</source>
        <translation>没有语言模型攻击过此文本；只有计算型攻击者攻击过。</translation>
    </message>
    <message>
        <source>Attacked by what can be computed, and by the embedded evaluator ({0} kinds of value).</source>
        <translation>攻击过此文本的有计算型攻击者和内嵌评估模型（{0} 类值）。</translation>
    </message>
    <message>
        <source>Attacked by what can be computed, and by your local model.</source>
        <translation>攻击过此文本的有计算型攻击者和您的本地模型。</translation>
    </message>
    <message>
        <source>Attacked by what can be computed, and by a model at the destination.</source>
        <translation>攻击过此文本的有计算型攻击者和目的地的模型。</translation>
    </message>
    <message>
        <source>Passed the built-in checks; no language model attacked this text.</source>
        <translation>已通过内置检查；没有语言模型攻击过此文本。</translation>
    </message>
    <message>
        <source>Passed the built-in checks and the embedded evaluator; no other language model attacked this text.</source>
        <translation>已通过内置检查和内嵌评估模型；没有其他语言模型攻击过此文本。</translation>
    </message>
    <message>
        <source>Passed the built-in checks and the attacks of your local model.</source>
        <translation>已通过内置检查和本地模型的攻击。</translation>
    </message>
    <message>
        <source>Passed the built-in checks and the attacks of the destination&apos;s model.</source>
        <translation>已通过内置检查和目的地模型的攻击。</translation>
    </message>
    <message>
        <source>age</source>
        <translation>年龄</translation>
    </message>
    <message>
        <source>sex</source>
        <translation>性别</translation>
    </message>
    <message>
        <source>region</source>
        <translation>地区</translation>
    </message>
    <message>
        <source>occupation</source>
        <translation>职业</translation>
    </message>
    <message>
        <source>education</source>
        <translation>学历</translation>
    </message>
    <message>
        <source>marital status</source>
        <translation>婚姻状况</translation>
    </message>
    <message>
        <source>faith</source>
        <translation>宗教信仰</translation>
    </message>
    <message>
        <source>origin</source>
        <translation>民族</translation>
    </message>
    <message>
        <source>illness</source>
        <translation>疾病</translation>
    </message>
    <message>
        <source>medicine</source>
        <translation>药物</translation>
    </message>
    <message>
        <source>{0} (taken as independent)</source>
        <translation>{0}（视为独立）</translation>
    </message>
    <message>
        <source>China, 2020</source>
        <translation>中国（2020 年）</translation>
    </message>
    <message>
        <source>United States, 2020</source>
        <translation>美国（2020 年）</translation>
    </message>
    <message>
        <source>What is told of the people of this household, taken together, could hardly mean any other.</source>
        <translation>把这一家人的情况合起来看，几乎只可能是这一户。</translation>
    </message>
    <message>
        <source>What is told of the people of this household, taken together, could mean {0}.</source>
        <translation>把这一家人的情况合起来看，可能是{0}家庭中的任何一户。</translation>
    </message>
    <message>
        <source>hardly any but this one</source>
        <translation>几乎只有这一户</translation>
    </message>
    <message>
        <source>about {0} households</source>
        <translation>约 {0} 户</translation>
    </message>
    <message>
        <source>proxy</source>
        <translation>替代指标</translation>
    </message>
    <message>
        <source>what the answer needs</source>
        <translation>回答所需</translation>
    </message>
    <message>
        <source>questions and answers</source>
        <translation>问答</translation>
    </message>
    <message>
        <source>semantic</source>
        <translation>语义</translation>
    </message>
    <message>
        <source>hit</source>
        <translation>命中</translation>
    </message>
    <message>
        <source>miss</source>
        <translation>未中</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>拒答</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>The text helps a good deal to guess it.</source>
        <translation>这段文本使它容易猜得多。</translation>
    </message>
    <message>
        <source>It can be guessed from what is told.</source>
        <translation>从保留的内容能猜出它。</translation>
    </message>
    <message>
        <source>Too few people share this combination.</source>
        <translation>符合这一组合的人太少。</translation>
    </message>
    <message>
        <source>Hiding more would make the question unanswerable.</source>
        <translation>再隐藏就无法回答问题了。</translation>
    </message>
    <message>
        <source>The final test still found it.</source>
        <translation>最终检查仍然发现了它。</translation>
    </message>
    <message>
        <source>What took its place leaves few values that it can have been.</source>
        <translation>替换后的说法只剩少数可能的值。</translation>
    </message>
    <message>
        <source>The embedded evaluator still sees it in the text.</source>
        <translation>内嵌评估模型仍能从文中看出它。</translation>
    </message>
    <message>
        <source>Other words of the text give it away: reword or remove them.</source>
        <translation>文本中的其他词语会泄露它：请改写或删去这些词语。</translation>
    </message>
    <message>
        <source>You chose to let it leave as it is.</source>
        <translation>您选择让它原样离开。</translation>
    </message>
    <message>
        <source>A person let every item leave as it is, so no threshold applied.</source>
        <translation>有人让所有项都原样离开，因此没有适用任何阈值。</translation>
    </message>
    <message>
        <source>Items that a person lets leave as they are are not protected.</source>
        <translation>由人决定原样离开的项不受保护。</translation>
    </message>
    <message>
        <source>The destination&apos;s model named it when it tried first.</source>
        <translation>目的地的模型先行尝试时说出了它。</translation>
    </message>
    <message>
        <source>The local model saw nothing of what the rules found: the text may be steering it. Read it yourself.</source>
        <translation>规则找到的内容，本地模型一样也没看到：文本可能在操纵模型。请您亲自阅读。</translation>
    </message>
    <message>
        <source>A rule of the search failed: what it looks for may stand in the text. Nothing is sent without it.</source>
        <translation>查找中有一条规则出错：它要找的内容可能还在文中。缺少它就不会发送任何内容。</translation>
    </message>
    <message>
        <source>A passage is in a script that no layer reads: nothing in it was searched. Read it yourself.</source>
        <translation>有一段文字所用的书写系统，任何一层都读不了：其中的内容没有查找过。请您自己读一遍。</translation>
    </message>
    <message>
        <source>Few people fit these words, so how many is unknown. Hide them, or tell them on purpose.</source>
        <translation>符合这句话的人很少，人数无从得知。请隐藏，或有意保留。</translation>
    </message>
    <message>
        <source>This text may hide something that no layer reads: first letters, a cipher, a sum, a riddle. Read it yourself.</source>
        <translation>这段文字可能藏有任何一层都读不出的内容：藏头、密码、算式或谜语。请您自己读一遍。</translation>
    </message>
    <message>
        <source>under 1 ms</source>
        <translation>不到 1 毫秒</translation>
    </message>
    <message>
        <source>{0} ms</source>
        <translation>{0} 毫秒</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>search for every hidden value as it was written</source>
        <translation>逐字查找每个隐藏的值</translation>
    </message>
    <message>
        <source>how many people share the combination</source>
        <translation>有多少人符合该组合</translation>
    </message>
    <message>
        <source>whether the question can still be answered</source>
        <translation>问题是否仍能回答</translation>
    </message>
    <message>
        <source>planted values, which the attackers must find</source>
        <translation>攻击者必须发现的植入值</translation>
    </message>
    <message>
        <source>a reader of the text</source>
        <translation>文本的读者</translation>
    </message>
    <message>
        <source>guessing by frequencies (published, or even within a class)</source>
        <translation>按频率猜测（公开的，或类别内均匀的）</translation>
    </message>
    <message>
        <source>running the method again on every other value</source>
        <translation>对其他每个值重新运行本方法</translation>
    </message>
    <message>
        <source>indirect clues (medicines, tests, rites, offices)</source>
        <translation>间接线索（药品、检查、宗教仪式、职务）</translation>
    </message>
    <message>
        <source>search in the public texts that come with the program</source>
        <translation>在程序自带的公开文本中搜索</translation>
    </message>
    <message>
        <source>linkage with the population</source>
        <translation>与人口数据关联</translation>
    </message>
    <message>
        <source>the embedded evaluator</source>
        <translation>内嵌评估模型</translation>
    </message>
    <message>
        <source>the local model&apos;s exact probabilities</source>
        <translation>本地模型的精确概率</translation>
    </message>
    <message>
        <source>the local model lists what it can name</source>
        <translation>本地模型列出它能说出的内容</translation>
    </message>
    <message>
        <source>the local model fills the gaps</source>
        <translation>本地模型补全空缺</translation>
    </message>
    <message>
        <source>the local model&apos;s best guess</source>
        <translation>本地模型的最佳猜测</translation>
    </message>
    <message>
        <source>the local model tries to re-identify</source>
        <translation>本地模型尝试重新识别</translation>
    </message>
    <message>
        <source>the local model chooses among candidates</source>
        <translation>本地模型在候选项中选择</translation>
    </message>
    <message>
        <source>the local model in other roles and languages</source>
        <translation>本地模型换用其他角色与语言</translation>
    </message>
    <message>
        <source>the destination&apos;s own model</source>
        <translation>目的地自己的模型</translation>
    </message>
    <message>
        <source>Nothing sensitive was found; only the search stands behind this.</source>
        <translation>没有发现敏感内容；这一结论只以敏感内容的查找为依据。</translation>
    </message>
    <message>
        <source>A person decided to tell what identifies somebody; see the certificate.</source>
        <translation>有人决定保留能识别某人的信息；详见证书。</translation>
    </message>
    <message>
        <source>Some stronger attacker learned less by its own means than a weaker one. That is common, since each works in its own way. Curve and verdict count at every level the best of all attackers up to it.</source>
        <translation>某个较强的攻击者凭自己的办法得知的少于较弱的。这很常见，因为各自的办法不同。曲线和结论在每一级都取该级及以下所有攻击者中的最好结果。</translation>
    </message>
    <message>
        <source>Earlier turns of this conversation count too: the attackers had them beside this text.</source>
        <translation>本次对话先前各轮也计算在内：攻击者在读本文本时也掌握它们。</translation>
    </message>
    <message>
        <source>How many people fit is unknown: a place lies outside the modelled countries.</source>
        <translation>无法得知符合的人数：有地点不在建模的国家之内。</translation>
    </message>
    <message>
        <source>The local model&apos;s proposal could not be used; the levels of the hierarchies stand.</source>
        <translation>本地模型的提议无法使用，沿用层级表的级别。</translation>
    </message>
    <message>
        <source>Some item could not be put to the local model fairly; only computed attackers speak about it.</source>
        <translation>有的敏感项无法公平地向本地模型提问，只有计算型攻击者对其作出判断。</translation>
    </message>
    <message>
        <source>The local model lists concrete values that are not among the items: look whether to hide them.</source>
        <translation>本地模型列出了不在敏感项中的具体值：请您看看是否应当隐藏。</translation>
    </message>
    <message>
        <source>Some questions to the local model stayed without an answer.</source>
        <translation>向本地模型提出的部分问题没有得到回答。</translation>
    </message>
    <message>
        <source>The local model did not certify some item of a special category: too few draws of its own.</source>
        <translation>本地模型没有认证某项特殊类别的内容：属于它自己的抽样太少。</translation>
    </message>
    <message>
        <source>Utility could not be measured with the local model; fixed questions were used instead.</source>
        <translation>无法用本地模型测量可用性，改用固定问题。</translation>
    </message>
    <message>
        <source>The model graded its own work: there is no second one.</source>
        <translation>模型评的是自己的结果：没有第二个模型。</translation>
    </message>
    <message>
        <source>The judge gave no score in two attempts.</source>
        <translation>评判模型两次都没有给出分数。</translation>
    </message>
    <message>
        <source>No question could be asked that leaves the items out.</source>
        <translation>无法提出不涉及这些敏感项的问题。</translation>
    </message>
    <message>
        <source>The answer needs too few of the values to say anything about it.</source>
        <translation>回答需要的值太少，无法得出结论。</translation>
    </message>
    <message>
        <source>More than half of the answers could not be graded.</source>
        <translation>一半以上的回答无法评分。</translation>
    </message>
    <message>
        <source>The local model gave no usable answer.</source>
        <translation>本地模型没有给出可用的回答。</translation>
    </message>
    <message>
        <source>Witnessed epsilon (Pufferfish)</source>
        <translation>见证的 ε（Pufferfish）</translation>
    </message>
    <message>
        <source>No privacy guarantee with a smaller epsilon can hold; it shows a loss, not a limit.</source>
        <translation>不可能成立 ε 更小的隐私保证；它显示的是损失，不是上限。</translation>
    </message>
    <message>
        <source>True leakage with missed items</source>
        <translation>计入遗漏项的真实泄露</translation>
    </message>
    <message>
        <source>What leakage may be once items that the search did not find are counted.</source>
        <translation>计入查找未发现的项之后，泄露可能的大小。</translation>
    </message>
    <message>
        <source>Built-in</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>Local model and built-in</source>
        <translation>本地模型与内置引擎</translation>
    </message>
</context>
<context>
    <name>_Line</name>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>within the limit</source>
        <translation>在限值之内</translation>
    </message>
    <message>
        <source>beyond the limit</source>
        <translation>超过限值</translation>
    </message>
</context>
<context>
    <name>_Rows</name>
    <message>
        <source>Sensitive items</source>
        <translation>敏感项</translation>
    </message>
    <message>
        <source>H hides, C coarsens, T tells, Left and Right change the level, Y and N answer a question, Enter explains, Space toggles relevance, Delete: not sensitive</source>
        <translation>H 隐藏，C 概括，T 保留原样，左右键改变级别，Y 和 N 回答疑问，回车说明原因，空格切换相关性，Delete 标为不敏感</translation>
    </message>
    <message>
        <source>Why is this here?</source>
        <translation>为什么在这里？</translation>
    </message>
    <message>
        <source>Not sensitive</source>
        <translation>不敏感</translation>
    </message>
    <message>
        <source>Needed for the question</source>
        <translation>问题需要它</translation>
    </message>
    <message>
        <source>Not needed for the question</source>
        <translation>问题不需要它</translation>
    </message>
    <message>
        <source>There is nothing between telling it and hiding it.</source>
        <translation>在保留原样与隐藏之间没有别的选择。</translation>
    </message>
    <message>
        <source>Its check digits prove what it is. It names or reaches somebody, so it stays hidden.</source>
        <translation>它的校验位证明了它是什么。它指明或可联系到某个人，因此保持隐藏。</translation>
    </message>
    <message>
        <source>It names or reaches somebody, so it is not told. If that is wrong, mark it as not sensitive and say why.</source>
        <translation>它指明或可联系到某个人，因此不保留。如果判断有误，请标为不敏感并说明理由。</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
</context>
</TS>
