<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ActiveRow</name>
    <message numerus="yes">
        <source>%n value(s) left out of links and commands; their tokens stand there.</source>
        <translation>
            <numerusform>%n value left out of links and commands; its token stands there.</numerusform>
            <numerusform>%n values left out of links and commands; their tokens stand there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) stand in a link or a command that the cloud wrote: opened or run, it sends them away.</source>
        <translation>
            <numerusform>%n value stands in a link or a command that the cloud wrote: opened or run, it sends it away.</numerusform>
            <numerusform>%n values stand in links or commands that the cloud wrote: opened or run, they send them away.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AnswerView</name>
    <message numerus="yes">
        <source>Cleared in %n s</source>
        <translation>
            <numerusform>Cleared in %n s</numerusform>
            <numerusform>Cleared in %n s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) put back</source>
        <translation>
            <numerusform>%n value put back</numerusform>
            <numerusform>%n values put back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unresolved token(s)</source>
        <translation>
            <numerusform>%n unresolved token</numerusform>
            <numerusform>%n unresolved tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ApprovalBar</name>
    <message numerus="yes">
        <source>%n item(s) still tell too much. Hide more, edit the text, or queue it for review.</source>
        <translation>
            <numerusform>%n item still tells too much. Hide more, edit the text, or queue it for review.</numerusform>
            <numerusform>%n items still tell too much. Hide more, edit the text, or queue it for review.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) of yours in earlier answers are blanked</source>
        <translation>
            <numerusform>%n value of yours in earlier answers is blanked</numerusform>
            <numerusform>%n values of yours in earlier answers are blanked</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CardsPane</name>
    <message numerus="yes">
        <source>%n value(s) tell too much</source>
        <translation>
            <numerusform>%n value tells too much</numerusform>
            <numerusform>%n values tell too much</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ComposeView</name>
    <message numerus="yes">
        <source>To review: %n, take back the last</source>
        <translation>
            <numerusform>To review: %n, take it back</numerusform>
            <numerusform>To review: %n, take back the last</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConnectionPage</name>
    <message numerus="yes">
        <source>%n program(s) answered on the ports looked at.</source>
        <translation>
            <numerusform>%n program answered on the ports looked at.</numerusform>
            <numerusform>%n programs answered on the ports looked at.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConversationPane</name>
    <message numerus="yes">
        <source>%n turn(s)</source>
        <translation>
            <numerusform>%n turn</numerusform>
            <numerusform>%n turns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n round(s)</source>
        <translation>
            <numerusform>%n round</numerusform>
            <numerusform>%n rounds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CsvDialog</name>
    <message numerus="yes">
        <source>%n word(s); twice in the file: {twice}; blank, too short or too long: {skipped}.</source>
        <translation>
            <numerusform>%n word; twice in the file: {twice}; blank, too short or too long: {skipped}.</numerusform>
            <numerusform>%n words; twice in the file: {twice}; blank, too short or too long: {skipped}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DecisionBar</name>
    <message numerus="yes">
        <source>%n value(s) still tell too much. Choose again, edit, or return it.</source>
        <translation>
            <numerusform>%n value still tells too much. Choose again, edit, or return it.</numerusform>
            <numerusform>%n values still tell too much. Choose again, edit, or return it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiffView</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DistillationPane</name>
    <message numerus="yes">
        <source>%n more correction(s) of this sort until a rule: {type}.</source>
        <translation>
            <numerusform>%n more correction of this sort until a rule: {type}.</numerusform>
            <numerusform>%n more corrections of this sort until a rule: {type}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Adopt %n rule(s)</source>
        <translation>
            <numerusform>Adopt %n rule</numerusform>
            <numerusform>Adopt %n rules</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message numerus="yes">
        <source>Conversation, %n turn(s)</source>
        <translation>
            <numerusform>Conversation, %n turn</numerusform>
            <numerusform>Conversation, %n turns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HistoryList</name>
    <message numerus="yes">
        <source>%n turn(s)</source>
        <translation>
            <numerusform>%n turn</numerusform>
            <numerusform>%n turns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
    <message numerus="yes">
        <source>Last %n day(s)</source>
        <translation>
            <numerusform>Last %n day</numerusform>
            <numerusform>Last %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n turn(s)</source>
        <translation>
            <numerusform>%n turn</numerusform>
            <numerusform>%n turns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n conversation</numerusform>
            <numerusform>%n conversations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message numerus="yes">
        <source>Adopt %n change(s)</source>
        <translation>
            <numerusform>Adopt %n change</numerusform>
            <numerusform>Adopt %n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InsightsPage</name>
    <message numerus="yes">
        <source>%n run(s) counted. No text is read into these figures.</source>
        <translation>
            <numerusform>%n run counted. No text is read into these figures.</numerusform>
            <numerusform>%n runs counted. No text is read into these figures.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeptTurns</name>
    <message numerus="yes">
        <source>Show %n later turn(s)</source>
        <translation>
            <numerusform>Show %n later turn</numerusform>
            <numerusform>Show %n later turns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LearningPanel</name>
    <message numerus="yes">
        <source>%n experience(s)</source>
        <translation>
            <numerusform>%n experience</numerusform>
            <numerusform>%n experiences</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibraryBar</name>
    <message numerus="yes">
        <source>%n item(s) have a new version now.</source>
        <translation>
            <numerusform>%n item has a new version now.</numerusform>
            <numerusform>%n items have a new version now.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LockScreen</name>
    <message numerus="yes">
        <source>Wait %n second(s)</source>
        <translation>
            <numerusform>Wait %n second</numerusform>
            <numerusform>Wait %n seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wrong attempt(s).</source>
        <translation>
            <numerusform>%n wrong attempt.</numerusform>
            <numerusform>%n wrong attempts.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelsFound</name>
    <message numerus="yes">
        <source>Found {name} with %n model(s).</source>
        <translation>
            <numerusform>Found {name} with %n model.</numerusform>
            <numerusform>Found {name} with %n models.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PromptPane</name>
    <message numerus="yes">
        <source>%n character(s)</source>
        <translation>
            <numerusform>%n character</numerusform>
            <numerusform>%n characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QueuePane</name>
    <message numerus="yes">
        <source>%n item(s) shown</source>
        <translation>
            <numerusform>%n item shown</numerusform>
            <numerusform>%n items shown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecognizerPanel</name>
    <message numerus="yes">
        <source>Finds %n place(s) in the sample.</source>
        <translation>
            <numerusform>Finds %n place in the sample.</numerusform>
            <numerusform>Finds %n places in the sample.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ResidualPanel</name>
    <message numerus="yes">
        <source>%n risk(s) left</source>
        <translation>
            <numerusform>%n risk left</numerusform>
            <numerusform>%n risks left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) were examined.</source>
        <translation>
            <numerusform>%n item was examined.</numerusform>
            <numerusform>%n items were examined.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewPage</name>
    <message numerus="yes">
        <source>%n item(s) were looked at.</source>
        <translation>
            <numerusform>%n item was looked at.</numerusform>
            <numerusform>%n items were looked at.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s) would change.</source>
        <translation>
            <numerusform>%n item would change.</numerusform>
            <numerusform>%n items would change.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n choice(s) in all; one undo takes them all back. Nothing is sent.</source>
        <translation>
            <numerusform>%n choice in all; one undo takes it back. Nothing is sent.</numerusform>
            <numerusform>%n choices in all; one undo takes them all back. Nothing is sent.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change %n item(s)</source>
        <translation>
            <numerusform>Change %n item</numerusform>
            <numerusform>Change %n items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunReplay</name>
    <message numerus="yes">
        <source>%n item(s) found</source>
        <translation>
            <numerusform>%n item found</numerusform>
            <numerusform>%n items found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SecondLookRow</name>
    <message numerus="yes">
        <source>About %n s left.</source>
        <translation>
            <numerusform>About %n s left.</numerusform>
            <numerusform>About %n s left.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SuggestionMenu</name>
    <message numerus="yes">
        <source>%n place(s) say again what you wrote.</source>
        <translation>
            <numerusform>%n place says again what you wrote.</numerusform>
            <numerusform>%n places say again what you wrote.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n phrase(s) stand for what you wrote more exactly.</source>
        <translation>
            <numerusform>%n phrase stands for what you wrote more exactly.</numerusform>
            <numerusform>%n phrases stand for what you wrote more exactly.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SuggestionRow</name>
    <message numerus="yes">
        <source>You unmarked “{surface}” in %n text(s).</source>
        <translation>
            <numerusform>You unmarked “{surface}” in %n text.</numerusform>
            <numerusform>You unmarked “{surface}” in %n texts.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TurnsView</name>
    <message numerus="yes">
        <source>Show %n earlier turn(s)</source>
        <translation>
            <numerusform>Show %n earlier turn</numerusform>
            <numerusform>Show %n earlier turns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VaultCard</name>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WipeDialog</name>
    <message numerus="yes">
        <source>Delete %n conversation(s) and everything else</source>
        <translation>
            <numerusform>Delete %n conversation and everything else</numerusform>
            <numerusform>Delete %n conversations and everything else</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n conversation</numerusform>
            <numerusform>%n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n turn(s) with their answers</source>
        <translation>
            <numerusform>%n turn with its answers</numerusform>
            <numerusform>%n turns with their answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) with their certificates</source>
        <translation>
            <numerusform>%n run with its certificates</numerusform>
            <numerusform>%n runs with their certificates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n send(s) with their approvals</source>
        <translation>
            <numerusform>%n send with its approvals</numerusform>
            <numerusform>%n sends with their approvals</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n review item(s)</source>
        <translation>
            <numerusform>%n review item</numerusform>
            <numerusform>%n review items</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n draft(s)</source>
        <translation>
            <numerusform>%n draft</numerusform>
            <numerusform>%n drafts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n experience(s) of learning</source>
        <translation>
            <numerusform>%n experience of learning</numerusform>
            <numerusform>%n experiences of learning</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n learned prompt version(s)</source>
        <translation>
            <numerusform>%n learned prompt version</numerusform>
            <numerusform>%n learned prompt versions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n calibration(s)</source>
        <translation>
            <numerusform>%n calibration</numerusform>
            <numerusform>%n calibrations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n setting(s) behind the lock, dictionaries among them</source>
        <translation>
            <numerusform>%n setting behind the lock, dictionaries among them</numerusform>
            <numerusform>%n settings behind the lock, dictionaries among them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n encrypted copy(ies) from before an update</source>
        <translation>
            <numerusform>%n encrypted copy from before an update</numerusform>
            <numerusform>%n encrypted copies from before an update</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n earlier vault(s) that a restore put aside</source>
        <translation>
            <numerusform>%n earlier vault that a restore put aside</numerusform>
            <numerusform>%n earlier vaults that a restore put aside</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The audit trail: %n row(s) of ids, hashes and counts, without any text</source>
        <translation>
            <numerusform>The audit trail: %n row of ids, hashes and counts, without any text</numerusform>
            <numerusform>The audit trail: %n rows of ids, hashes and counts, without any text</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WordListPanel</name>
    <message numerus="yes">
        <source>%n entry(ies)</source>
        <translation>
            <numerusform>%n entry</numerusform>
            <numerusform>%n entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entry(ies) deleted.</source>
        <translation>
            <numerusform>%n entry deleted.</numerusform>
            <numerusform>%n entries deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n entry(ies)</source>
        <translation>
            <numerusform>Delete %n entry</numerusform>
            <numerusform>Delete %n entries</numerusform>
        </translation>
    </message>
</context>
</TS>
