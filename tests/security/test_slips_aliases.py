"""Finding: one person stood under several tokens that nothing linked; two people of one surname stood under one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.domain.language import Language
from core.domain.sensitive import Explanation, Layer, Mention
from core.extract.coreference import group
from core.resources import load_taxonomy, resource_root
from core.text.normalize import normalize

TAXONOMY = load_taxonomy(resource_root())


def persons(text: str, names: Sequence[str], handles: Sequence[str] = ()) -> dict[str, str]:
    """Value of the attribute under which each name stands, when exactly these spans were found."""
    found, position = [], 0
    for name in (*names, *handles):
        start = text.index(name, position if name in names else 0)
        position = start + len(name) if name in names else position
        kind = "PERSON" if name in names else "HANDLE"
        found.append(
            Mention(start, start + len(name), name, kind, name, Language.EN, Layer.SPANS, Explanation("t", 1, 1))
        )
    attributes = group(found, normalize(text), b"k" * 32, TAXONOMY)
    return {mention.text: item.id for item in attributes for mention in item.mentions}


ONE = [
    ("Darryn Kowalczyk spells it K O W A L C Z Y K", ["Darryn Kowalczyk", "K O W A L C Z Y K"], []),
    ("Dilnoza Rakhmatullaeva signed as D.R. again", ["Dilnoza Rakhmatullaeva", "D.R."], []),
    ("Piotr Lewandowski, on the slip P LEWAND", ["Piotr Lewandowski", "P LEWAND"], []),
    ("Perpetua 'Pet' Quinlan / QUINLAN/PERPETUA MRS", ["Perpetua 'Pet' Quinlan", "QUINLAN/PERPETUA MRS"], []),
    ("Thandeka wrote. then thandeka left", ["Thandeka", "thandeka"], []),
    ("Robert Haines came late; Bob was tired", ["Robert Haines", "Bob"], []),
    ("Margaret Osei and her daughter; Uncle Tom; Peggy too", ["Margaret Osei", "Peggy"], []),
    ("Rosa Delgado is ill. Aunt Rosa lives here", ["Rosa Delgado", "Aunt Rosa"], []),
    ("Priyanka Balasubramaniam, later Balasubramanian", ["Priyanka Balasubramaniam", "Balasubramanian"], []),
    ("Russell Dean Hargrove posts as @capt_rdh_grace", ["Russell Dean Hargrove"], ["@capt_rdh_grace"]),
    ("James Carter is jcarter92 there", ["James Carter"], ["jcarter92"]),
    ("Mustafa Demirbilek, known as Moose, called", ["Mustafa Demirbilek", "Moose"], []),
    ("戚浩然请假，戚老师批了", ["戚浩然", "戚"], []),
    ("吳家雄來了，阿雄說好", ["吳家雄", "阿雄"], []),
    ("郝立强到了，强哥请客", ["郝立强", "强哥"], []),
    ("黎靖搬走了，靖说她没钱", ["黎靖", "靖"], []),
    ("我叫志明，大家喊我志明二叔", ["志明", "志明二叔"], []),
    ("陈佩妍转了钱，小妍没收到", ["陈佩妍", "小妍"], []),
    ("黄子墨推人，但子墨没承认", ["黄子墨", "但子墨"], []),
    ("汲永安，外号汲老虎，退休", ["汲永安", "汲老虎"], []),
    ("谢经理昨天批评我了，我想给谢宏伟经理写一封道歉信", ["谢经理", "谢宏伟"], []),
    ("林秀兰是我妈妈的同事，林老师住院了", ["林秀兰", "林老师"], []),
    ("林秀兰的儿子结婚，林老师请客", ["林秀兰", "林老师"], []),
    ("欧阳明慧请假了，老欧阳不高兴", ["欧阳明慧", "老欧阳"], []),
    ("卢姐就是卢志芳", ["卢姐", "卢志芳"], []),
    ("卢姐全名卢志芳", ["卢姐", "卢志芳"], []),
    ("王叔叔病了。我叔叔王建国想吃粥", ["王叔叔", "王建国"], []),
    ("陳志鵬您好，志鵬兄近好", ["陳志鵬", "志鵬兄"], []),
    ("阿依古丽·买买提没交租，古丽说下周", ["阿依古丽·买买提", "古丽"], []),
    ("Siobhan Fitzwilliam is siobhan.fitz there", ["Siobhan Fitzwilliam", "siobhan.fitz"], []),
    ("Mr Haines called twice. Draft a mail to Robert Haines", ["Mr Haines", "Robert Haines"], []),
    ("Adaeze Okafor is my boss. Mrs Okafor said no", ["Adaeze Okafor", "Mrs Okafor"], []),
    ("Robert Haines signed, and then Mr Haines left", ["Robert Haines", "Mr Haines"], []),
    ("Mr Haines told my wife no. Robert Haines is rude", ["Mr Haines", "Robert Haines"], []),
    ("Mrs Okafor's full name is Adaeze Okafor", ["Mrs Okafor", "Adaeze Okafor"], []),
    ("Dr Okafor left. Write to Prof Adaeze Okafor", ["Dr Okafor", "Adaeze Okafor"], []),
    ("The children live with Ifeoma Chukwuka. I am Ify", ["Ifeoma Chukwuka", "Ify"], []),
]
APART = [
    ("Daniel Whitmore and Anna Whitmore met", ["Daniel Whitmore", "Anna Whitmore"], []),
    ("Erik Larsen and Erika Larsen met", ["Erik Larsen", "Erika Larsen"], []),
    ("Marie Dubois, Maria Dubois", ["Marie Dubois", "Maria Dubois"], []),
    ("NARASIMHAN K V paid NARASIMHAN LATHA", ["NARASIMHAN K V", "NARASIMHAN LATHA"], []),
    ("Robert Haines, Robert Quist, Bob", ["Robert Haines", "Robert Quist", "Bob"], []),
    ("谭雨欣和谭雨汐是姐妹", ["谭雨欣", "谭雨汐"], []),
    ("果果发烧，果果妈请假", ["果果", "果果妈"], []),
    ("王建国、王建军、王先生", ["王建国", "王建军", "王先生"], []),
    ("蒋雅筑来了，蒋进發没来", ["蒋雅筑", "蒋"], []),
    ("Re: Quillon-Bose v Bose, Bose was late", ["Quillon-Bose", "Bose"], []),
    ("Sam Lee met Kim Lee", ["Sam Lee", "Kim Lee"], []),
    ("Johnson met Johnston there", ["Johnson", "Johnston"], []),
    ("James Carter, Jane Carter, jcarter92", ["James Carter", "Jane Carter"], ["jcarter92"]),
    ("卢姐和她侄子卢志鹏吵架了", ["卢姐", "卢志鹏"], []),
    ("老谢的弟弟谢宏伟来闹事", ["老谢", "谢宏伟"], []),
    ("谢宏伟是老谢的弟弟", ["谢宏伟", "老谢"], []),
    ("谢老师的儿子今年高考，叫谢宏伟", ["谢老师", "谢宏伟"], []),
    ("卢姐让我劝劝卢志鹏", ["卢姐", "卢志鹏"], []),
    ("王先生、李四、王建国都签了", ["王先生", "李四", "王建国"], []),
    ("王先生、王建国都签了", ["王先生", "王建国"], []),
    ("林医生说没事。帮我问林秀兰老师", ["林医生", "林秀兰"], []),
    ("陈先生来了。陈佩妍女士没来", ["陈先生", "陈佩妍"], []),
    ("老欧阳和欧阳明慧吵架", ["老欧阳", "欧阳明慧"], []),
    ("老黄病了。我弟弟黄海涛去看他", ["老黄", "黄海涛"], []),
    ("Mrs Okafor and my student Chidi Okafor met", ["Mrs Okafor", "Chidi Okafor"], []),
    ("Mrs Okafor is strict. My student Chidi Okafor failed", ["Mrs Okafor", "Chidi Okafor"], []),
    ("Mr Haines brought his daughter, Sarah Haines, along", ["Mr Haines", "Sarah Haines"], []),
    ("Chidi Okafor and his mother Mrs Okafor met", ["Chidi Okafor", "Mrs Okafor"], []),
    ("Chidi Okafor is Mrs Okafor's son", ["Chidi Okafor", "Mrs Okafor"], []),
    ("Mrs Haines wants a word with Robert Haines", ["Mrs Haines", "Robert Haines"], []),
    ("Mr Haines left. Ms Sarah Haines stayed", ["Mr Haines", "Sarah Haines"], []),
    ("Present: Mr Haines, Ann Lee, Robert Haines", ["Mr Haines", "Ann Lee", "Robert Haines"], []),
    ("Guests:\n- Mr Haines\n- Robert Haines", ["Mr Haines", "Robert Haines"], []),
    ("老卢、卢姐和卢志鹏三个人", ["老卢", "卢姐", "卢志鹏"], []),
    ("张老师和张医生都来了", ["张老师", "张医生"], []),
    ("欧阳明慧住院了，家属欧阳先生来电", ["欧阳明慧", "欧阳先生"], []),
    ("Mr Okafor and Mrs Okafor came", ["Mr Okafor", "Mrs Okafor"], []),
    ("Anna Brown met Anna Brownlee", ["Anna Brown", "Anna Brownlee"], []),
    ("Judge Haines sat. Nurse Robert Haines spoke", ["Judge Haines", "Robert Haines"], []),
]


@pytest.mark.parametrize(("text", "names", "handles"), ONE)
def test_one_person_is_one_value(text: str, names: list[str], handles: list[str]) -> None:
    found = persons(text, names, handles)
    assert len({found[name] for name in (*names, *handles)}) == 1


@pytest.mark.parametrize(("text", "names", "handles"), APART)
def test_two_people_stay_two(text: str, names: list[str], handles: list[str]) -> None:
    found = persons(text, names, handles)
    assert len({found[name] for name in (*names, *handles)}) == len(names) + len(handles)


def test_a_surname_of_two_people_is_neither() -> None:
    found = persons("Daniel Whitmore and Anna Whitmore. The Whitmores moved.", ["Daniel Whitmore", "Anna Whitmore"])
    assert len({found["Daniel Whitmore"], found["Anna Whitmore"], found["Whitmore"]}) == 3
