"""DISEASE, SURGERY, DRUG, DOSE, ALLERGY, LAB_RESULT, BLOOD_TYPE, PHYSIQUE, DEPARTMENT."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.domain.sensitive import Layer
from core.extract.candidate import Candidate
from core.extract.quasi import forms
from core.extract.quasi.scan import Scan, candidate, folded
from core.extract.quasi.scores import CERTAIN_TYPE, LIKELY_TYPE, RECORD_FIELD, SELF_STANDING, TIED
from core.text.numerals import EN_NUMBER_WORD, ZH_NUMERAL, parse_number

_SIDE = (
    r"(?:(?:acute|chronic|severe|mild|moderate|early-onset|late-onset|stage (?:[1-4]|i{1,3}v?|iv)|"
    r"end-stage|advanced|metastatic|recurrent|congenital|bilateral|left|right|type (?:1|2|i|ii)|"
    r"juvenile|gestational|postpartum|seasonal|refractory|paranoid|major|clinical|treatment-resistant|"
    r"non-small cell|small cell|triple-negative|generali[sz]ed|systemic|primary|secondary|"
    r"idiopathic|allergic|viral|bacterial|fungal|obstructive|ischa?emic|diabetic|rheumatoid|psoriatic|"
    r"alcoholic|severe) )*"
)
_EN_DISEASE = re.compile(
    rf"(?<![a-z0-9_])({_SIDE}(?:[a-z]+ )?(?:[a-z]{{3,}}(?:itis|oma|omas|osis|aemia|emia|pathy|algia|rrhea|malacia|"
    rf"plasia|calculia|lexia|praxia|phasia|phagia|graphia|kinesia|pnoea|pnea|iasis|ectasia|oedema|edema|thorax|cytosis|rrhythmia|"
    rf"rythmia|thyroidism|gonadism|dystonia|esthesia|aesthesia|"
    rf"rrhoea|plegia|megaly|penia|trophy|uria|phobia|paresis)|[a-z]+(?:'s|’s) (?:disease|syndrome)|"
    r"fractures? of (?:the |his |her |my )?(?:[a-z0-9]+ ){0,3}[a-z]+|(?:[a-z-]+ ){1,2}(?:disease|disorder|"
    r"syndrome|cancer|carcinoma|fracture|infection|deficiency|insufficiency|infarction|failure|palsy|"
    r"dystrophy|sclerosis|tumou?r|ulcer|stenosis|embolism|aneurysm|hernia|attack|haemorrhage|"
    r"hemorrhage)))(?![a-z0-9_])"
)
_LEAD = re.compile(
    r"^(?:(?:the|a|an|my|his|her|our|their|your|of|with|and|or|has|have|had|having|suffered|suffers|"
    r"suffering|from|for|this|that|is|was|to|in|any|some|diagnosed|developed|about|between|by|such|as|no|"
    r"due|after|"
    r"treat|treating|cause|causes|against|what|which|how|each|every|risk|other|caused|prevent|known|"
    r"possible|suspected|on|at|been|serious|common|rare|called|i|he|she|got|gets|include|including|"
    r"history|cure|like|without|re|could|would|can|will|may|might|should|do|does|did|if|when|while|because|since|more|most|very|"
    r"really|just|only|also|not|still|already|even|him|me|them|us|it|fears?|thinks?|says?|told|gave|means?|suspects?|"
    r"(?!(?:diabetes|herpes|rabies|acquired|advanced|inherited|impaired|eating|bleeding|recurring|wasting|infected|mixed|"
    r"blinding|disabling|relapsing|restricting|ankylosing|sclerosing|necroti[sz]ing|obsessive) )"
    r"[a-z]{3,}(?:ing|ed|ges|ses|tes|res|ves|ces|des|kes|mes|nts|cts|ly)) )+"
)
_NOT_DISEASE = frozenset(
    "diploma aroma coma diagnosis prognosis hypnosis metamorphosis osmosis empathy sympathy apathy "
    "telepathy antipathy photosynthesis symbiosis oklahoma "
    "paloma sonoma tacoma roma soma genoma academia bohemia premia trophy atrophy homeopathy strophy "
    "catastrophy analysis this that eating disorder customer systemic failure".split()
)
_BARE_HEADS = frozenset(
    "disease disorder syndrome infection failure attack fracture tumour tumor cancer ulcer deficiency".split()
)
_ZH_DISEASE = re.compile(
    r"((?:急性|慢性|早期|晚期|中期|[ⅠⅡⅢⅣ1-4一二三四]期|重度|中度|轻度|原发性|继发性|先天性|遗传性|复发性|"
    r"转移性|妊娠期?|双侧|左侧?|右侧?|腰椎?|颈椎?|[12一二]型|良性|恶性|老年性?|幼年|产后|病毒性|过敏性|"
    r"细菌性|糖尿病性?|高血压性?)*"
    r"[\u4e00-\u9fff]{1,6}(?:综合征|综合症|癌|肿瘤|白血病|炎|结石|囊肿|息肉|肌瘤|结核|梗死|梗塞|出血|骨折|"
    r"硬化|衰竭|功能不全|增生|突出症|突出|溃疡|糜烂|狭窄|栓塞|脱垂|感染|中毒症?|贫血|障碍|焦虑症|抑郁症|"
    r"忧郁症|恐惧症|强迫症|自闭症|肥大|积水|血症|癫痫|痴呆|结节|畸形|瘫痪|偏瘫|早搏|房颤|心律失常|反流|"
    r"疱疹|湿疹|皮炎|哮喘|减退症?|亢进症?|缺乏症|过多症|低下症|缺陷症?|不良症|闭锁|痉挛|水肿|静脉曲张)|"
    r"(?:急性|慢性|先天性?|遗传性?|老年性?|职业性?|自身免疫性?|退行性|代谢性|进行性)[\u4e00-\u9fff]{1,6}病(?!人|房|历|床|情|变))"
)
_ZH_LEAD = re.compile(
    r"^(?:.*?(?:患有|患了|患上|患|得了|得过|确诊为|确诊|诊断为|诊断出|诊断|查出|发现|检查出|检出|因为|"
    r"由于|否认|排除|未见|除外|史|因|有|为|是|并发|合并|伴有|伴|显示|提示|考虑|可见|符合|可能是|及|和|与|或|的|了|出现|导致|引起|引发|治疗|怀疑|疑似|会|治|对|被|"
    r"说|叫|什么|从|怕|于|我|他|她|在|做))"
)
_ZH_GENERIC_TAIL = re.compile(
    r"^(?:发|消|抗|上|不|大|小|感染|出血|障碍|增生|衰竭|突出|狭窄|有障碍|炎|癌|无障碍|出)?(?:炎|癌|感染|"
    r"障碍|出血|结石|增生|突出|狭窄|溃疡)$"
)
_NOT_ZH = frozenset(
    "赤炎炎 火炎 语言障碍物 无障碍 道路狭窄 表现突出 成绩突出 重点突出 贡献突出 大出血本 重力感染 突出 障碍".split()
)

_UNITS = (
    r"(?:mg|mcg|µg|μg|ug|g|ml|iu|units?|milligrams?|micrograms?|millilit(?:re|er)s?|grams?|tablets?|"
    r"pills?|capsules?|puffs?|drops?|meq|mmol|毫克|微克|克|毫升|片|粒|单位|国际单位|滴|支|袋|丸|颗|喷)"
)
_DOSE = re.compile(
    rf"(?<![a-z0-9_.-])(?<!\d,)((?:\d{{1,5}}(?:[.,]\d{{1,3}})?|{EN_NUMBER_WORD}|half a|{ZH_NUMERAL}{{1,3}}|"
    rf"半)(?:-\d{{1,4}})? ?-?{_UNITS}(?:/(?:kg|day|d|ml|h|次|日|天))?)(?![a-z0-9_面子刻服])"
)
_FREQUENCY = re.compile(
    rf"(?<![a-z0-9_])((?:once|twice|(?:{EN_NUMBER_WORD}|\d) times)(?: a| per| every|) ?(?:day|daily|week|"
    rf"weekly|month)|(?:bid|tid|qid|prn|qd|b\.i\.d\.|t\.i\.d\.))(?![a-z0-9_])|((?:每天|每日|一天|一日|"
    rf"每周|每晚)(?:\d|{ZH_NUMERAL})次)"
)
_STEM = re.compile(
    r"(?<![a-z0-9_])([a-z]{3,}(?:pril|sartan|statin|olol|dipine|mab|tinib|prazole|cillin|mycin|floxacin|"
    r"cycline|azepam|azolam|oxetine|triptan|gliptin|gliflozin|glutide|parin|xaban|gatran|thiazide|"
    r"semide|setron|conazole|vir|vudine|barbital|codone|morphone|profen|coxib|caine|dronate|lukast|terol|"
    r"tropium|sone|solone|triptyline|zodone|peridone|apine|idone|afil|osin|platin|rubicin|taxel|fenac|"
    r"formin|glitazone))(?![a-z0-9_])"
)
_STEM_NOT = frozenset(
    "cocaine april elixir reservoir devoir savoir soprano abattoir noir boudoir memoir person mason "
    "comparison bison lesson avril prison".split()
)
_ZH_STEM = re.compile(
    r"([\u4e00-\u9fff]{1,4}(?:他汀|沙坦|普利|洛尔|地平|西林|霉素|沙星|拉唑|替尼|单抗|格列净|列汀|"
    r"格列[\u4e00-\u9fff]{1,2}|双胍|西泮|唑仑|西汀|噻嗪|肝素|地尔|替丁|康唑|洛韦|匹林|洛芬|昔布|可松|尼松|"
    r"松龙|曲坦|鲁肽|昔芬|甲状腺素|沙班|群酯|拉嗪|必利|胰岛素)(?:钠|钙|钾|片|胶囊|缓释片|分散片|肠溶片|注射液)?)"
)
_ZH_STEM_LEAD = re.compile(
    r"^.*?(?:服用|服|吃|用|口服|注射|打|给予|予|使用|加用|换成|改用|停用|停|开了|是|和|的|了|及|对|与|或|有|为|种|些)"
)

_ALLERGY_EN = re.compile(
    r"(?<![a-z0-9_])(?:(?:severely |highly |very |deathly |mildly )?allergic to|allerg(?:y|ies) to|"
    r"intolerant (?:to|of)|allerg(?:y|ies)(?:\s*[:=]| include| are| is)|anaphyla(?:xis|"
    r"ctic reaction) (?:to|from)) ?((?:(?:all|any|the) )?[a-z][\w-]*(?: (?!and\b|or\b|but\b|which\b|"
    r"that\b|since\b|so\b|is\b|are\b|i\b|what\b|can\b|with\b|should\b|who\b|in\b|"
    r"for\b)[a-z][\w-]*){0,2}(?:(?:, | and | or |, and )(?!i\b|he\b|she\b|can\b|what\b|has\b|have\b|my\b|"
    r"should\b|we\b|need\b|am\b|take\b|is\b)[a-z][\w-]*(?=[,.;)]| and| or|$))*)"
)
_CANNOT_HAVE = re.compile(
    r"(?<![a-z])(?:i|he|she|who|[a-z]+) (?:can['’]?t|cannot|mustn['’]?t) (?:have|eat|tolerate|touch|be near) (?:any )?"
    r"(peanuts?|(?:tree )?nuts|shellfish|seafood|dairy|lactose|gluten|eggs?|iodine(?: contrast)?|penicillin|latex|"
    r"soy|wheat|"
    r"sesame|aspirin|nsaids|ibuprofen|strawberries|kiwi|milk|prawns|sulfa)(?![a-z])"
)
_ALLERGY_NOUN = re.compile(
    r"(?<![a-z0-9_])((?:[a-z]+ )?(?:peanut|nut|penicillin|latex|pollen|shellfish|seafood|milk|dairy|egg|"
    r"gluten|lactose|wheat|soy|dust(?: mite)?|cat|dog|bee|wasp|sulfa|drug|food|fish|sesame|aspirin|iodine|"
    r"mango|kiwi) (?:allergy|allergies|intolerance))(?![a-z0-9_])"
)
_ALLERGY_ZH = re.compile(
    r"(?:对)([\u4e00-\u9fffa-z、和及]{1,16}?)(?:严重|有点|有|容易|会|都|轻度|重度|比较|非常|很)*(?:过敏)|"
    r"(?<![对无否])((?:青霉素|头孢|碘?造影剂|花粉|海鲜|花生|坚果|牛奶|鸡蛋|尘螨|酒精|芒果|磺胺|乳糖|麸质|阿司匹林|"
    r"碘|虾|虾蟹|药物|食物|粉尘|紫外线|猫毛|狗毛)(?:类)?(?:过敏(?:史|者|体质)?|不耐受?))|过敏(?:史|药物|"
    r"原)?\s*[:：]\s*([^\n,，。；;]{1,16})"
)

_LAB_NAME_EN = (
    r"(?:blood pressure|bp|heart rate|hr|pulse|spo2|oxygen saturation|temperature|temp|fever of|hba1c|a1c|"
    r"glucose|fasting glucose|blood sugar|fasting blood sugar|cholesterol|total cholesterol|ldl(?:-c)?|"
    r"hdl(?:-c)?|triglycerides|"
    r"creatinine|egfr|gfr|bun|urea|uric acid|alt|ast|bilirubin|albumin|tsh|t3|t4|ft4|ft3|psa|crp|esr|wbc|"
    r"rbc|platelets?|hemoglobin|haemoglobin|hb|hgb|ferritin|vitamin d|b12|inr|potassium|sodium|calcium|"
    r"troponin|bnp|nt-probnp|"
    r"cd4(?: count)?|viral load|lvef|ejection fraction|fev1|amh|fsh|hcg|cea|ca-?125|afp|ca19-9|iq|lactate|"
    r"d-dimer|qtc|gcs|apgar|phq-9|gad-7|rr|respiratory rate)"
)
_LAB_EN = re.compile(
    rf"(?<![a-z0-9_])({_LAB_NAME_EN}(?: level| count| score| reading)?)s?(?:\s*[:=]\s*| is | was | of |"
    rf" at | were | around | about | came back (?:at )?| measured | rose to | dropped to | down to |"
    rf" up to | runs? (?:at |around )?|,? | \(|-)"
    r"((?:about |around |at |a )?[<>~≈]?\s?\d{1,6}(?:[.,]\d{1,3})?(?:\s?/\s?\d{1,3})?(?:\s?(?:%|mmhg|"
    r"mg/dl|mmol/l|g/dl|g/l|bpm|ng/ml|ng/dl|pg/ml|iu/l|u/l|miu/l|µmol/l|umol/l|mcg/dl|µg/l|ml/min|°c|°f|"
    r"degrees|celsius|fahrenheit|k/ul|x ?10\^?9/l|copies|mm/h|cells)\b|%|°[cf]?)?)(?![a-z0-9_])"
)
_BP = re.compile(r"(?<![a-z0-9_./-])(\d{2,3}/\d{2,3} ?(?:mm ?hg|毫米汞柱))(?![a-z0-9_])")
_ZH_LAB_NAME = (
    r"(?:发烧|高烧|低烧|烧到|血压|收缩压|舒张压|高压|低压|心率|脉搏|体温|血氧(?:饱和度)?|空腹血糖|餐后血糖|餐后两小时血糖|"
    r"血糖|糖化血红蛋白|糖化|总胆固醇|胆固醇|甘油三酯|低密度(?:脂蛋白)?|高密度(?:脂蛋白)?|血脂|肌酐|"
    r"尿素氮|尿酸|尿蛋白|转氨酶|谷丙转氨酶|谷草转氨酶|胆红素|白蛋白|白细胞|红细胞|血小板|血红蛋白|"
    r"促甲状腺激素|甲胎蛋白|癌胚抗原|肿瘤标志物|射血分数|hba1c|ldl-?c?|hdl-?c?|tsh|alt|ast|crp|psa|hcg|"
    r"amh|bnp|egfr|inr|eeg|ef|智商|眼压|视力|骨密度|维生素d|同型半胱氨酸|d-?二聚体|肌钙蛋白|孕酮|胎心)"
)
_LAB_ZH = re.compile(
    rf"(?<![a-z0-9])({_ZH_LAB_NAME}(?:值|水平)?)(?:大概|大约|约|是|为|在|有|达到?了?|高达|测得|一直|升到|"
    rf"降到|控制在|到了|到|偏高|偏低|最高|已经|才|只有|升高至|升至|降至|了|都|左右|平时|最近|:|：|=|\s|,|"
    rf"，)*(\d{{1,6}}(?:\.\d{{1,3}})?(?:\s?[/-]\s?\d{{1,3}}(?:\.\d+)?)?\s?(?:mmol/l|mmhg|mg/dl|%|％|"
    rf"μmol/l|umol/l|g/l|u/l|iu/l|ng/ml|次/分|次每分|次|℃|°c|度|毫米汞柱|毫摩尔|单位|x10\^?9/l|10\^9/l|"
    rf"ml/min)?)(?![\d年月日岁])"
)
_BLOOD = re.compile(
    r"(?:blood (?:type|group)(?: is|:)?\s*(?:is )?|血型\s*(?:是|为|[:：])?\s*)((?:rh ?(?:阴性|阳性|"
    r"[+-])?\s*)?(?:ab|a|b|o)(?:型)?(?:\s?(?:positive|negative|rh[+-]|\+|-|阳性|"
    r"阴性))?(?:\s?型)?)(?![a-z])|(?<![a-z])((?:ab|a|b|o)(?: positive| negative|[+-]| rh[+-]))(?= blood)|"
    r"(?<![a-z])((?:rh阴性)?(?:ab|a|b|o)型血)"
)

_HEIGHT = re.compile(
    r"(?<![a-z0-9_.])((?:1[2-9]\d|2[0-2]\d) ?(?:cm|centimet(?:re|er)s?)|[12]\.\d{1,2} ?m(?:et(?:re|"
    r"er)s?)?|[4-7] ?(?:ft|feet|foot|['’′]) ?(?:\d{1,2}(?: ?(?:in|inches|inch|[\"”″]|['’]{2}))?)?|"
    r"[4-7]-foot(?:-\d{1,2})?)(?![a-z0-9_²]|\d)(?= tall|$|[,.;) ])"
)
_BODY_CUE = re.compile(
    r"(?:tall|height|weigh(?:s|ed|ing|t)?|lbs?|kg|bmi|body|身高|体重|公斤|i am|i'm|he is|she is|stands?)", re.IGNORECASE
)
_WEIGHT = re.compile(
    r"(?:weigh(?:s|ed|ing|t)?(?: is| was| of|:| about| around| approximately| currently| now| in at)*|"
    r"i am|i'm|he is|she is|gained|lost|bmi(?: is| of|:| =)?) ?(\d{2,3}(?:\.\d)? ?(?:kg|kgs|kilos?|"
    r"kilograms?|lbs?|pounds|stone)(?: \d{1,2} ?(?:lbs?|pounds))?)(?![a-z0-9_])|(?<![a-z0-9_])bmi(?: is|"
    r" of| was|:| =|是|为|：)? ?(\d{2}(?:\.\d)?)"
)
_ZH_BODY = re.compile(
    rf"(?:身高|净身高|体重|个子|胸围|腰围|鞋码|bmi)\s*(?:大概|大约|约|是|为|有|只有|才|将近|不到|:|"
    rf"：)*\s*((?:\d{{1,3}}(?:\.\d{{1,2}})?|{ZH_NUMERAL}米{ZH_NUMERAL}{{1,3}}|"
    rf"{ZH_NUMERAL}{{2,5}})\s?(?:米\d{{0,2}}|m|cm|公分|厘米|公斤|千克|kg|斤|码)?)(?![\d年])|"
    rf"(?<![\d.])(1\.[4-9]\d?米|1米[4-9]\d|1[4-9]\d(?:cm|公分|厘米)|\d{{2,3}}(?:公斤|"
    rf"kg))(?=[,，。、;；\s)）的]|$)|(?<![\d.])(\d{{2,3}}斤)(?=[,，。、;；)）]|$)"
)
_LOOKS = re.compile(
    r"(?<![a-z0-9_])((?:brown|blue|green|hazel|grey|gray|dark) eyes|(?:blonde?|red|brown|black|grey|gray|"
    r"curly|long|short) hair|(?:a )?(?:scar|tattoo|birthmark) (?:on|above|under|across) (?:his|her|my|"
    r"the) (?:left |right )?\w+)(?![a-z0-9_])|((?:左|右)?(?:脸|手|臂|手臂|额头|眼角|嘴角|肩|腿|胸)(?:上|"
    r"部|处)?(?:有)?(?:一?[处个道条块])?(?:纹身|伤疤|疤痕|胎记|黑痣))"
)
_ZH_SURGERY = re.compile(
    r"([\u4e00-\u9fff]{1,8}(?:腔镜|关节镜|内镜|胃镜|肠镜|支气管镜|宫腔镜|激光|微创|介入)手术|"
    r"[\u4e00-\u9fffA-Za-z]{1,8}?(?:切除|置换|移植|搭桥|支架(?:植入)?|成形|修补|缝合|造瘘|结扎|消融|介入|"
    r"剖宫产|剖腹产|吻合|根治|矫正|引流|开颅|微创|取石|摘除|置入|植入|穿刺|复位|内固定|清创|活检)(?:手术|"
    r"术))|((?:剖腹产|剖宫产|阑尾|心脏|膝盖|膝关节|髋关节|甲状腺|胆囊|白内障|近视|激光|痔疮|疝气|腰椎|"
    r"颈椎|子宫|乳腺|肺部|胃部|肝脏|肾|眼睛|心脏搭桥|心脏支架|支架|搭桥|椎间盘|骨折|肿瘤|鼻中隔|扁桃体|"
    r"包皮|变性|整形|隆胸|双眼皮|种植牙|拔牙|人流|开胸|脑部|前列腺|智齿)(?:做过|做了|动过|的)?手术)|"
    r"(支架植入术?|心脏搭桥|器官移植|骨髓移植|肾移植|肝移植|试管婴儿|冠脉造影|放疗|化疗|透析|血液透析|"
    r"人工流产|剖宫产|剖腹产)"
)
_ZH_SURGERY_LEAD = re.compile(r"^.*?(?:做了|做过|做|接受了|接受|行|进行了|进行|实施|完成|经|过|了|的|在|于|因|后)")
_EN_SURGERY = re.compile(
    r"(?<![a-z0-9_])((?:[a-z-]+ )?(?:[a-z]{3,}(?:ectomy|otomy|ostomy|oplasty|plasty|oscopy|scopy)|"
    r"(?:open[- ]heart|bypass|heart|knee|hip|back|spinal|brain|cataract|bariatric|cosmetic|eye|dental|"
    r"gallbladder|hernia|cancer|thyroid|shoulder|acl|lasik|emergency|plastic|laser|sinus|"
    r"hand|foot|wrist|ankle|abdominal|weight[- ]loss|reconstructive|gender[- ]affirming|oral|keyhole|"
    r"laparoscopic|vascular|cardiac|prostate|bowel|jaw) (?:surgery|operation|replacement(?: surgery)?|"
    r"procedure|transplant(?:ation)?|graft|fusion)|"
    r"(?:stent|pacemaker|heart|kidney|liver|lung|bone marrow|hair|corneal) (?:procedure|implant(?:ation)?|"
    r"placement|insertion|transplant(?:ation)?)|(?:c-section|caesarean(?: section)?|cesarean(?: section)?|"
    r"chemotherapy|radiotherapy|radiation therapy|dialysis|ivf|stenting|angioplasty|bypass surgery|cabg|"
    r"biopsy|root canal|tubal ligation|amputation|electroconvulsive therapy)))(?![a-z0-9_])"
)


_WARD = re.compile(
    r"\b([a-z]{3,}(?:ology|iatrics?|paedics|pedics|surgery|therapy|care|medicine))"
    r"(?= (?:ward|department|clinic|unit|team|outpatients?|consultant|registrar|nurse)\b)"
)


def _clean(text: str, start: int, lead: re.Pattern[str]) -> tuple[int, str]:
    """Text without what leads up to the term, and where it then starts."""
    while (match := lead.match(text)) and match.end() < len(text):
        start, text = start + match.end(), text[match.end() :]
    return start, text


def detect(scan: Scan) -> Iterator[Candidate]:
    """Everything about health but what is denied."""
    negating = scan.has_han and _DENYING.search(scan.lower) is not None
    for item in _all(scan):
        if not (negating and _denied(scan, item)):
            yield item


_DENYING = re.compile("否认|排除|未见|没有|未患|未发现|无")


def _all(scan: Scan) -> Iterator[Candidate]:
    for group, score in (
        ("DISEASE", LIKELY_TYPE),
        ("SURGERY", LIKELY_TYPE),
        ("DRUG", CERTAIN_TYPE),
        ("DEPARTMENT", LIKELY_TYPE),
    ):
        for hit in scan.group(group):
            form = forms.ZH if not hit.term.surface.isascii() else forms.NOUN
            yield candidate(
                (hit.start, hit.end), group, hit.term.canonical, score, f"health.{group.lower()}", form, Layer.LEXICON
            )
    yield from _english(scan)
    yield from _injuries(scan)
    yield from _chinese(scan)
    yield from _numbers(scan)
    yield from _allergies(scan)


_HURT = re.compile(
    r"(?<![a-z])(?:(?:torn|tore|broken|broke|fractured|fracturing|ruptured|dislocated|sprained|strained|herniated|slipped|"
    r"bruised|twisted|shattered|crushed|perforated|punctured|injured|amputated|lacerated|swollen|pinched|detached|bulging|"
    r"collapsed)(?: (?:his|her|my|the|their|a|an))? )(?:(?:left|right|upper|lower|both|two|three) )*$"
)
_HURT_AFTER = re.compile(
    r" (?:tears?|ruptures?|fractures?|sprains?|strains?|dislocations?|injur(?:y|ies)|lacerations?|contusions?|damage|"
    r"infection|tumou?r|cancer|abscess|cyst|lesion|disease|failure|prolapse)(?![a-z])"
)
_SIDE_BEFORE = re.compile(r"(?<![a-z])(?:left|right|upper|lower|bilateral|partial|complete|full-thickness) $")


def _injuries(scan: Scan) -> Iterator[Candidate]:
    """A [fractured left rib], a [medial meniscus tear]: harm to a part of the body."""
    for hit in scan.group("body.part"):
        before = scan.before(hit.start, 40)
        hurt = _HURT.search(before)
        tail = _HURT_AFTER.match(scan.lower, hit.end)
        if hurt is None and tail is None:
            continue
        side = None if hurt else _SIDE_BEFORE.search(before)
        lead = hurt or side
        span = (hit.start - len(lead.group()) if lead else hit.start, tail.end() if tail else hit.end)
        surface = folded(scan.lower[span[0] : span[1]])
        yield candidate(span, "DISEASE", surface, LIKELY_TYPE, "health.injury", forms.NOUN)


def _english(scan: Scan) -> Iterator[Candidate]:
    for match in scan.en(_EN_DISEASE):
        start, body = _clean(match.group(1), match.start(1), _LEAD)
        words = body.split()
        if (
            not words
            or body in _NOT_DISEASE
            or words[-1] in _NOT_DISEASE
            or (len(words) == 1 and words[0] in _BARE_HEADS)
        ):
            continue
        yield candidate((start, match.end(1)), "DISEASE", folded(body), LIKELY_TYPE - 0.01, "health.shape", forms.NOUN)
    for match in scan.en(_EN_SURGERY):
        start, body = _clean(match.group(1), match.start(1), _LEAD)
        if body:
            yield candidate(
                (start, match.end(1)), "SURGERY", folded(body), LIKELY_TYPE, "health.surgery_shape", forms.NOUN
            )
    for match in scan.en(_WARD):
        yield candidate(match.span(1), "DEPARTMENT", match.group(1), LIKELY_TYPE, "health.ward", forms.NOUN)
    for match in scan.en(_STEM):
        if match.group(1) not in _STEM_NOT:
            yield candidate(match.span(1), "DRUG", match.group(1), LIKELY_TYPE, "health.stem", forms.NOUN)


_FITTED = re.compile(
    rf"((?:装|放|安|植入|置入|安装|打|上|搭|做)(?:了|过|有|上)?(?:\d|{ZH_NUMERAL}|几|多)?(?:个|根|枚|处|块|颗)?(?:心脏)?"
    r"(?:支架|起搏器|钢板|钢钉|搭桥|人工关节|假体|人工晶体|心脏瓣膜))"
)
_DENIED = re.compile(
    r"(?:否认|排除|未见|没有|未患|未发现|并无|无)(?!痛|力|法|明显诱因|缘|故|奈|效)[^,，。;；\n]{0,40}$"
)
_DENIES_ALL = re.compile(r"(?:否认|排除|未见|未发现|未患|并无)")
_HISTORY = re.compile(r"[^,，。;；\n]{0,24}?(?:史|等|病(?=[,，。]))")


def _denied(scan: Scan, item: Candidate) -> bool:
    """否认[肝炎]、[结核]病史: an illness that somebody does not have."""
    if item.type_id not in ("DISEASE", "ALLERGY", "SURGERY"):
        return False
    # The lead may be a part of what was found: 无[青霉素过敏史].
    before = _DENIED.search(scan.before(item.start, 44))
    if before is None:
        return False
    return (
        _DENIES_ALL.match(before.group()) is not None
        or _HISTORY.match(scan.lower, item.end) is not None
        or (scan.lower[item.end - 1] == "史")
    )


def _chinese(scan: Scan) -> Iterator[Candidate]:
    for match in scan.zh(_FITTED):
        yield candidate(match.span(1), "SURGERY", match.group(1), LIKELY_TYPE, "health.fitted", forms.ZH)
    for pattern, lead, type_id, rule in (
        (_ZH_DISEASE, _ZH_LEAD, "DISEASE", "health.shape"),
        (_ZH_SURGERY, _ZH_SURGERY_LEAD, "SURGERY", "health.surgery_shape"),
        (_ZH_STEM, _ZH_STEM_LEAD, "DRUG", "health.stem"),
    ):
        for match in scan.zh(pattern):
            start, body = _clean(match.group(), match.start(), lead)
            if rule == "health.shape":
                start, body = _after_act(start, body)
            if len(body) < 2 or body in _NOT_ZH or _ZH_GENERIC_TAIL.match(body):
                continue
            yield candidate((start, match.end()), type_id, body, LIKELY_TYPE - 0.01, rule, forms.ZH)


_ACT_BEFORE = re.compile(
    r".*(?:告知|告诉|倒致|致使|致|造成|查见|确认|证实|患有|罹患|报告|检出|摔成|摔|隐瞒|声称|自述|复查|筛查|预防|担心|害怕|治好|控制|影响|患了|得了|诱发|如实|又|昨天|今天|再次|反复|突然|偶尔|经常)"
)


def _after_act(start: int, body: str) -> tuple[int, str]:
    """After the verb that leads up to an illness: 告知[甲状腺结节], 摔倒致[左侧锁骨骨折]."""
    act = _ACT_BEFORE.match(body)
    if act is None or len(body) - act.end() < 2:
        return start, body
    return start + act.end(), body[act.end() :]


_SPELLED_DOSE = re.compile(r"(?:one|two|three|four|five|once|twice|times|blood|eyes|hair|scar|tattoo)")
_UNIT_NAMES = (
    ("毫克|milligrams?", "mg"),
    ("微克|micrograms?|mcg|ug|µg|μg", "µg"),
    ("毫升|millilit(?:re|er)s?", "ml"),
    ("国际单位|iu", "iu"),
    ("单位|units?", "unit"),
    ("克|grams?", "g"),
    ("片|tablets?|pills?|粒|capsules?|颗|丸", "tablet"),
    ("滴|drops?", "drop"),
    ("puffs?|喷", "puff"),
)
_DOSE_UNITS = tuple((re.compile(rf"(?<![a-z])(?:{names})(?![a-z])"), unit) for names, unit in _UNIT_NAMES)
_DOSE_NUMBER = re.compile(rf"^(?:\d+(?:[.,]\d+)?|{EN_NUMBER_WORD}|{ZH_NUMERAL}+)")


def _dose(surface: str) -> str:
    """`100 mg` for 100毫克, "100mg", "one hundred milligrams"."""
    body = folded(surface)
    match = _DOSE_NUMBER.match(body)
    number = parse_number(match.group()) if match else None
    if match is None or number is None:
        return body
    unit = body[match.end() :].strip(" -")
    for pattern, name in _DOSE_UNITS:
        unit = pattern.sub(name, unit)
    return f"{number.normalize():f} {unit}"


def _numbers(scan: Scan) -> Iterator[Candidate]:
    lower = scan.lower
    if not scan.has_digit and not scan.has_han and "half a" not in lower and not _SPELLED_DOSE.search(lower):
        return
    for match in scan.all(_DOSE):
        yield candidate(match.span(1), "DOSE", _dose(match.group(1)), LIKELY_TYPE, "health.dose", forms.UNIT)
    for match in scan.all(_FREQUENCY):
        yield candidate(match.span(), "DOSE", folded(match.group()), 0.5, "health.frequency", forms.UNIT)
    for pattern in (_LAB_EN, _LAB_ZH):
        for match in scan.num(pattern):
            yield candidate(
                match.span(2),
                "LAB_RESULT",
                folded(match.group(2)),
                SELF_STANDING,
                "health.lab",
                forms.VALUE,
                Layer.CONTEXT,
            )
    for match in scan.num(_BP):
        yield candidate(
            match.span(1), "LAB_RESULT", folded(match.group(1)), CERTAIN_TYPE, "health.pressure", forms.VALUE
        )
    for match in scan.all(_BLOOD):
        group = match.lastindex or 1
        letters = re.search(r"ab|a(?!n)|b|o", match.group(group).replace("positive", "+").replace("negative", "-"))
        sign = (
            "-"
            if re.search(r"negative|-|阴", match.group(group))
            else "+"
            if re.search(r"positive|\+|阳", match.group(group))
            else ""
        )
        if letters:
            yield candidate(
                match.span(group),
                "BLOOD_TYPE",
                letters.group().upper() + sign,
                RECORD_FIELD,
                "health.blood",
                forms.RECORD,
            )
    for match in scan.num(_HEIGHT):
        if _BODY_CUE.search(lower, max(0, match.start() - 25), min(len(lower), match.end() + 25)):
            yield candidate(
                match.span(1), "PHYSIQUE", folded(match.group(1)), SELF_STANDING, "body.height", forms.MEASURE
            )
    for pattern in (_WEIGHT, _ZH_BODY, _LOOKS):
        for match in scan.all(pattern):
            group = next(index for index in range(1, 4) if match.group(index))
            score = SELF_STANDING if pattern is not _LOOKS else LIKELY_TYPE
            yield candidate(
                match.span(group), "PHYSIQUE", folded(match.group(group)), score, "body.measure", forms.MEASURE
            )


def _allergies(scan: Scan) -> Iterator[Candidate]:
    lower = scan.lower
    if (
        "allerg" not in lower
        and "过敏" not in lower
        and "intoleran" not in lower
        and "anaphyl" not in lower
        and "不耐" not in lower
        and "can" not in lower
    ):
        return
    for match in scan.en(_ALLERGY_EN):
        body = match.group(1)
        yield candidate(
            match.span(1), "ALLERGY", folded(body), TIED - 0.05, "health.allergy", forms.NOUN, Layer.CONTEXT
        )
    for match in scan.en(_CANNOT_HAVE):
        yield candidate(match.span(1), "ALLERGY", folded(match.group(1)), TIED - 0.05, "health.allergy", forms.NOUN)
    for match in scan.en(_ALLERGY_NOUN):
        yield candidate(match.span(1), "ALLERGY", folded(match.group(1)), LIKELY_TYPE, "health.allergy", forms.NOUN)
    for match in scan.all(_ALLERGY_ZH):
        group = match.lastindex or 1
        body = match.group(group)
        if body in ("什么", "无", "哪些", "否认", "没有", "此", "其"):
            continue
        yield candidate(match.span(group), "ALLERGY", body, TIED - 0.1, "health.allergy", forms.ZH, Layer.CONTEXT)
