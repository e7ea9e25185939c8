"""Technical strings keep their form to the byte: a token for each value of a known kind, and nothing else of them."""

from __future__ import annotations

import pytest

from core.domain.sensitive import SIGNED, Layer
from core.extract.candidate import Candidate
from core.extract.technical.settled import Technical
from core.resources import load_taxonomy, resource_root

TAXONOMY = load_taxonomy(resource_root())
TECHNICAL = Technical.load(resource_root())


def shown(text: str, *found: Candidate) -> str:
    """`text` with the type of everything that is hidden in its place."""
    parts, last = [], 0
    for item in TECHNICAL.settled(found, text, TAXONOMY):
        assert item.start >= last
        parts += (text[last : item.start], f"⟦{item.type_id}⟧")
        last = item.end
    return "".join((*parts, text[last:]))


def seen(text: str, surface: str, type_id: str) -> Candidate:
    """What a rule or the reader found."""
    start = text.index(surface)
    return Candidate(start, start + len(surface), type_id, surface.casefold(), 0.8, Layer.SPANS, "spans.code", 0.8)


STRINGS = {
    "postgres://nkechi_a:Lagoon77%23fish@185.203.0.14:5432/clinic": (
        "postgres://⟦HANDLE⟧:⟦PASSWORD⟧@⟦IP_ADDRESS⟧:5432/clinic"
    ),
    "mysql://nie_admin:Xiong@2019@rm-bp1q7z.mysql.example:3306/yuesao": (
        "mysql://⟦HANDLE⟧:⟦PASSWORD⟧@⟦HOST⟧:3306/yuesao"
    ),
    "redis://:Hx#2024/yu@r-bp1x2j3.redis.rds.aliyuncs.com:6379/0": (
        "redis://:⟦PASSWORD⟧@⟦HOST⟧.redis.rds.aliyuncs.com:6379/0"
    ),
    "mongodb://svc_kv:a/b?c9@m1.kvist.example:27017,m2.kvist.example:27018/db?tls=true": (
        "mongodb://⟦HANDLE⟧:⟦PASSWORD⟧@⟦HOST⟧:27017,⟦HOST⟧:27018/db?tls=true"
    ),
    "jdbc:mysql://10.2.0.9:3306/shop?user=lhb&password=Gr8&useSSL=false".replace("Gr8&", "Gr8!x&"): (
        "jdbc:mysql://⟦IP_ADDRESS⟧:3306/shop?user=⟦HANDLE⟧&password=⟦PASSWORD⟧&useSSL=false"
    ),
    "jdbc:oracle:thin:okafor/T1ger#x@//ora.okafor.example:1521/ORCL": (
        "jdbc:oracle:thin:⟦HANDLE⟧/⟦PASSWORD⟧@//⟦HOST⟧:1521/ORCL"
    ),
    "https://zhouyk:ghp_A1b2C3d4E5f6G7h8@github.com/org/crm.git": (
        "https://⟦HANDLE⟧:⟦ACCESS_TOKEN⟧@github.com/org/crm.git"
    ),
    "s3://brennan-scans/in/x.png PASS=Kv!9mango": "s3://⟦REFERENCE⟧/in/x.png PASS=⟦PASSWORD⟧",
    "Server=tcp:sql-brennan.database.windows.net,1433;User ID=br_sa;Password=Qu;ick{x}9;Encrypt=True;": (
        "Server=tcp:⟦HOST⟧.database.windows.net,1433;User ID=⟦HANDLE⟧;Password=⟦PASSWORD⟧;Encrypt=True;"
    ),
    "host=db.fintan.example port=5432 user=fintan_rw password='p w;9' dbname=x sslmode=require PGPASSWORD=x9!y8z": (
        "host=⟦HOST⟧ port=5432 user=⟦HANDLE⟧ password='⟦PASSWORD⟧' dbname=x sslmode=require PGPASSWORD=⟦PASSWORD⟧"
    ),
    "WX_MCHID=1640927731\nWX_APIV3_KEY=t7Kq0Zb9LmX2vHs4Rw8Yd1Nc6Pf3Gj5A\nSMTP_HOST=smtp.qq.com\nSMTP_PORT=587": (
        "WX_MCHID=⟦REFERENCE⟧\nWX_APIV3_KEY=⟦API_KEY⟧\nSMTP_HOST=smtp.qq.com\nSMTP_PORT=587"
    ),
    'export SMTP_PASS="Gz!mei7#Lhasa"  # 别外传': 'export SMTP_PASS="⟦PASSWORD⟧"  # 别外传',
    "password: Gru&en#77\nusername: mbauer\nhost: nas.bauer.example\nport: 5001": (
        "password: ⟦PASSWORD⟧\nusername: ⟦HANDLE⟧\nhost: ⟦HOST⟧\nport: 5001"
    ),
    '{"appid":"wx8f3a2b1c9d7e6f50","apiv3Key":"Zx81kQpW0aLs92Md","status":401}': (
        '{"appid":"⟦REFERENCE⟧","apiv3Key":"⟦API_KEY⟧","status":401}'
    ),
    r"{\"token\":\"9f8a7c6d5e4b3a21\",\"port\":8443}": r"{\"token\":\"⟦ACCESS_TOKEN⟧\",\"port\":8443}",
    "curl -u svc_h:Tooth$Fairy8 -H 'X-Api-Key: hd_9f8e7d6c' https://api.h-dental.example/v1/p/88213": (
        "curl -u ⟦HANDLE⟧:⟦PASSWORD⟧ -H 'X-Api-Key: ⟦API_KEY⟧' https://⟦HOST⟧/v1/p/⟦REFERENCE⟧"
    ),
    "mysqldump -h 10.24.7.31 -P 3307 -u bak_lyy -p 'Yy#L92!gz' --databases hr > /data/hr.sql": (
        "mysqldump -h ⟦IP_ADDRESS⟧ -P 3307 -u ⟦HANDLE⟧ -p '⟦PASSWORD⟧' --databases hr > /data/hr.sql"
    ),
    "ssh fuzhen@nas.fuzhen-home.cn -p 22022\nfuzhen@nas.fuzhen-home.cn's password: \nPASS=Xm#d0519": (
        "ssh ⟦HANDLE⟧@⟦HOST⟧ -p 22022\n⟦HANDLE⟧@⟦HOST⟧'s password: \nPASS=⟦PASSWORD⟧"
    ),
    "Authorization: Bearer npat_7f3Kd02LxQ9": "Authorization: Bearer ⟦ACCESS_TOKEN⟧",
    r"['host' => 'db.osei.example', 'username' => 'osei_k', 'password' => 'C0coa\'Pod!', 'port' => 3306]": (
        "['host' => '⟦HOST⟧', 'username' => '⟦HANDLE⟧', 'password' => '⟦PASSWORD⟧', 'port' => 3306]"
    ),
    'msg="dial tcp" dsn="host=pg.hartwig-rea.example user=hartwig_a password=N0rd&see sslmode=disable"': (
        'msg="dial tcp" dsn="host=⟦HOST⟧ user=⟦HANDLE⟧ password=⟦PASSWORD⟧ sslmode=disable"'
    ),
    r'JAAS="org.apache.kafka.PlainLoginModule username=\"szk_in\" password=\"M!so;S9p\";"': (
        r'JAAS="org.apache.kafka.PlainLoginModule username=\"⟦HANDLE⟧\" password=\"⟦PASSWORD⟧\";"'
    ),
    '{"Default":"Server=sql01.wierzba.example;User Id=wrz_app;Password=Zi#elona;7x;"}': (
        '{"Default":"Server=⟦HOST⟧;User Id=⟦HANDLE⟧;Password=⟦PASSWORD⟧;"}'
    ),
    "./run.sh --user ola_n --password 'Fj0rd&hav' --host fjord.nordmann.example:8443 --region eu-north-1": (
        "./run.sh --user ⟦HANDLE⟧ --password '⟦PASSWORD⟧' --host ⟦HOST⟧:8443 --region eu-north-1"
    ),
    "arn:aws:iam::381492011234:user/lindgren-ci PASS=Kv!9mango": (
        "arn:aws:iam::⟦REFERENCE⟧:user/⟦HANDLE⟧ PASS=⟦PASSWORD⟧"
    ),
    r"net use Z: \\nas-fenwick\scans /user:FEN\dfw Br4mble*41 /persistent:yes": (
        r"net use Z: \\⟦HOST⟧\scans /user:⟦HANDLE⟧ ⟦PASSWORD⟧ /persistent:yes"
    ),
    "at cn.kangtai.notify.Mail(Mail.java:88)\nhost=his.kangtai.example pass=Kv!9mango": (
        "at cn.⟦REFERENCE⟧.notify.Mail(Mail.java:88)\nhost=⟦HOST⟧ pass=⟦PASSWORD⟧"
    ),
    "DB_PASSWORD='Hag$gis{Neeps}9' says the Neeps variable is not set": (
        "DB_PASSWORD='⟦PASSWORD⟧' says the ⟦REFERENCE⟧ variable is not set"
    ),
    "user=yuezi_rw DB_URL=mysql://yuezi_rw:Kv!9mango@db:3306/yuezi": (
        "user=⟦HANDLE⟧ DB_URL=mysql://⟦HANDLE⟧:⟦PASSWORD⟧@db:3306/yuezi"
    ),
    "at uk.pemberton.pay.Db(Db.java:2)\nuser=svc_pemberton password=Cr%2Bmpet1": (
        "at uk.⟦REFERENCE⟧.pay.Db(Db.java:2)\nuser=⟦HANDLE⟧ password=⟦PASSWORD⟧"
    ),
    "GET /api/patient/20250312008?token=9f8a7c6d5e4b3a21 HTTP/1.1 499 key x": (
        "GET /api/patient/⟦REFERENCE⟧?token=⟦ACCESS_TOKEN⟧ HTTP/1.1 499 key x"
    ),
    'user lena.bruhn\npassword "otter walks home"\ntls on': 'user lena.bruhn\npassword "⟦PASSWORD⟧"\ntls on',
    '密码 "山 高 水 长 8"': '密码 "⟦PASSWORD⟧"',
    "DB_PASS='correct horse battery'\nNOTE='ask me first'": "DB_PASS='⟦PASSWORD⟧'\nNOTE='ask me first'",
    "<server><username>ilse</username><password>D0rf!strasse</password></server>": (
        "<server><username>⟦HANDLE⟧</username><password>⟦PASSWORD⟧</password></server>"
    ),
}


@pytest.mark.parametrize(("text", "expected"), STRINGS.items(), ids=range(len(STRINGS)))
def test_every_part_is_what_its_place_says(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "postgres://user:password@localhost:5432/mydb",
        "postgres://postgres:${DB_PASSWORD}@db:5432/app",
        "redis://:<password>@127.0.0.1:6379/0",
        "DB_PASSWORD=changeme\nDB_HOST=localhost\nAPI_KEY=your-api-key",
        "mysql -u root -p mydb -h 127.0.0.1 -P 3307",
        "curl -u admin:admin http://localhost:8080/api",
        "server_name example.com; proxy_pass http://127.0.0.1:3000;",
        "PWD=/home/app/current\nSSL_KEY=/etc/ssl/private/key1.pem",
        "sort_key=item00012345, primary_key=user12345678",
        '{"pass": 1200, "fail": 3, "next_token": "AbC123456789"}',
        "x = 5; y=6 and z == 7, see https://example.org/library/re.html#re.sub",
        "密码：你的密码，主机：localhost",
    ],
)
def test_samples_of_a_manual_stay(text: str) -> None:
    assert shown(text) == text


FOUND = [
    ('{"code":"IP_NOT_ALLOWED","ip":"102.65.41.9"}', 'ip":"102.65.41.9"}', "IP_ADDRESS", '"ip":"⟦IP_ADDRESS⟧"}'),
    ("NIP=5550147038", "=5550147038", "TAX_ID", "NIP=⟦TAX_ID⟧"),
    ("ADMIN_NOTIFY=hua.qiang@mail.example", "ADMIN_NOTIFY=hua.qiang@mail.example", "EMAIL", "ADMIN_NOTIFY=⟦EMAIL⟧"),
    ("SMTP_HOST=smtp.qq.com", "smtp.qq.com", "URL", "SMTP_HOST=smtp.qq.com"),
    ("DB_PORT=5433", "=5433", "REFERENCE", "DB_PORT=5433"),
    ("from (203.0.113.86), port 5432", "(203.0.113.86)", "IP_ADDRESS", "from (⟦IP_ADDRESS⟧), port 5432"),
    ("fallback ip=198.51.100.84 ok", "=198.51.100.84", "IP_ADDRESS", "fallback ip=⟦IP_ADDRESS⟧ ok"),
    ("at 203.0.113.9:8443 up", "203.0.113.9:8443", "IP_ADDRESS", "at ⟦IP_ADDRESS⟧:8443 up"),
    ("部署到阿里云之后 PASS=Kv!9mango", "阿里云之后", "ORGANIZATION", "部署到阿里云之后 PASS=⟦PASSWORD⟧"),
    ("Address = 10.66.66.2/32", "10.66.66.2/32", "PHONE", "Address = ⟦IP_ADDRESS⟧/32"),
    ("origin git@github.com:olan/hytte.git", "git@github.com", "EMAIL", "origin git@github.com:olan/hytte.git"),
    ("Psk = xTIBA5rb=\nEndpoint = a", "xTIBA5rb=\nEndpoint", "REFERENCE", "Psk = ⟦REFERENCE⟧\nEndpoint = a"),
    ("密码肯定是 Xm#d0519 没错 u=1 PASS=Kv!9mango", "Xm#d0519", "REFERENCE", "⟦PASSWORD⟧ 没错 u=1 PASS=⟦PASSWORD⟧"),
    ("授权码是 kqzjvhmwtb，host=smtp.qq.com ip=9.8.7.6 x", "kqzjvhmwtb", "HANDLE", "ip=9.8.7.6 x"),
    (
        "id=1 in /home/kdobr/.ssh/id_rsa PASS=Kv!9m",
        "/home/kdobr/.ssh/id_rsa",
        "REFERENCE",
        "/⟦REFERENCE⟧/.ssh/id_rsa PASS=⟦PASSWORD⟧",
    ),
    ("sasl_passwd: [smtp.sendgrid.net]:587 ip=9.8.7.6 PASS=Kv!9m", "[smtp.sendgrid.net", "PASSWORD", "PASS=⟦PASSWORD⟧"),
    (
        "pg://a_b:L@x#95kk@m.tsh.example:1 to ops@m.tsh.example",
        "ops@m.tsh.example",
        "EMAIL",
        "⟦HANDLE⟧@⟦HOST⟧",
    ),
    ("name=Maj Lindqvist role=dba", "Maj Lindqvist", "PERSON", "name=⟦PERSON⟧ role=dba"),
]


@pytest.mark.parametrize(("text", "surface", "type_id", "expected"), FOUND)
def test_what_was_found_ends_where_the_grammar_says(text: str, surface: str, type_id: str, expected: str) -> None:
    assert shown(text, seen(text, surface, type_id)).endswith(expected)


def test_a_host_is_one_wherever_it_stands() -> None:
    text = 'postgres://u:Tr4mway$Lo0p@db2.kallang.example:1/p\nserver at "db2.kallang.example" (x)'
    found = (seen(text, "db2", "HANDLE"), seen(text, 'server at "db2.kallang.example', "URL"))
    assert shown(text, *found).endswith('"⟦HOST⟧" (x)')


def test_a_person_s_link_stays_one_link() -> None:
    text = "Look at my page https://lindqvist-maj.example/about?id=4 please"
    link = seen(text, "https://lindqvist-maj.example/about?id=4", "URL")
    assert shown(text, link) == "Look at my page ⟦URL⟧ please"


@pytest.mark.parametrize("text", ["DB_PASS=Zl0ta#Rybka and 密码是 Xm#d0519", "redis://:Hx#2024@h.example:1/0"])
def test_secrets_of_a_technical_text_say_their_signs(text: str) -> None:
    secrets = [item for item in TECHNICAL.settled((), text, TAXONOMY) if item.type_id == "PASSWORD"]
    assert secrets
    assert all(item.form == SIGNED for item in secrets)


def test_a_password_in_prose_does_not() -> None:
    text = "the door opens with Kv!9mango"
    (item,) = TECHNICAL.settled((seen(text, "Kv!9mango", "PASSWORD"),), text, TAXONOMY)
    assert item.form == ""
