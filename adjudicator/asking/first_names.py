"""First names that tell a woman from a man, so that `she` and `he` find whom they mean. Names that either may have are in neither."""

from __future__ import annotations

_WOMEN = (
    "abby ada agnes alice alicia alison amanda amber amelia amy andrea angela anita ann anna anne annie audrey barbara bea beatrice bella "
    "betty bianca brenda bridget camilla carla carmen carol carolina caroline cathy cecilia celia charlotte chloe christina clara clare "
    "claudia cleo connie cora daisy dana daphne deborah della diana dina dora doris dorothy edith elaine eleanor elena elisa eliza "
    "elizabeth ella ellen elsa emily emma erica esther eva eve evelyn faith fiona flora florence frances freda frieda gabriela gail "
    "gemma georgia gertrude gina gisela gloria grace greta gwen hanna hannah harriet hazel heather heidi helen helena hilda holly ida "
    "ines ingrid irene iris isabel isabella ivy jane janet jasmine jean jenna jennifer jenny jessica jill joan joanna josie joy joyce "
    "judith judy julia julie june karen kate katharina katherine kathleen kathy katie laura lena leonie lily linda lisa lola lotte louisa "
    "louise lucy lydia mabel maggie mara margaret maria marie marina marion marta martha mary matilda maud maya megan melanie melissa mia "
    "michelle mina miriam molly mona monica nadia nancy naomi natalie nell nelly nina nora norma olga olive olivia paula pauline peggy "
    "penny petra phoebe polly rachel rebecca renata rhoda rita rosa rosalind rose rosie ruby ruth sabine sally samantha sandra sara sarah "
    "selma sheila shirley silvia sofia sonia sophia sophie stella stephanie sue susan susanna suzy sylvia tamara tanja tara teresa tess "
    "thea theresa tilda tina trudy ulla una ursula valerie vanessa vera veronica victoria viola virginia wanda wendy wilma xenia yvonne "
    "zelda zoe zora"
)
_MEN = (
    "aaron abel abraham adam adrian al alan albert alec alexander alfred andreas andrew andy anton anthony arnold arthur barney barry bart "
    "basil ben benjamin bernard bert bill billy bob bobby boris brad brian bruce bruno carl carlos cedric charles charlie chuck clark "
    "clive colin craig cyril damian dan daniel danny darren dave david dean dennis derek dick dirk dominic don donald doug douglas duncan "
    "earl ed eddie edgar edmund edward edwin eli eric erik ernest ernie eugene felix ferdinand floyd frank franz fred freddy frederick "
    "gary gavin geoff george gerald gerard gerry gilbert glen gordon graham greg gregory gus hal hans harold harry harvey hector henry "
    "herbert herman howard hubert hugh hugo ian igor isaac ivan jack jacob jake james jan jason jeff jeremy jerry jim jimmy joe joel john "
    "johnny jonas jonathan joseph josh joshua julian jules karl keith ken kenneth kevin kurt lars larry lee leo leon leonard leroy lewis "
    "lionel lloyd louis lucas luke malcolm marc marcus mark martin marty matt matthew maurice max michael mick mike milo mitch moritz "
    "nate nathan ned neil nicholas nick nigel noah norman oliver oscar otto owen patrick paul percy perry pete peter phil philip pierre "
    "quentin ralph ray raymond reggie reginald rex richard rick rob robert rodney roger roland rolf ron ronald roy rudolf rupert russell "
    "ryan samuel saul scott sean sebastian seth sid sidney simon stan stanley stefan stephen steve steven stuart ted terence theo thomas "
    "tim timothy toby todd tom tommy tony travis trevor uwe vernon victor vince vincent walter warren wayne wesley wilbur wilfred will "
    "william wolfgang zack"
)
WOMEN, MEN = frozenset(_WOMEN.split()), frozenset(_MEN.split())
