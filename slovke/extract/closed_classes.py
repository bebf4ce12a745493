"""Slovak words of the closed classes, which are never part of a keyphrase but join its parts.

Written from the grammar. Forms, not lemmas: the tagger looks a word up as it stands, casefolded.
"""

PREPOSITIONS = frozenset(
    """
    bez bezo blízko cez cezo do k ku kvôli medzi mimo na nad nado namiesto naprieč napriek o od
    odo ohľadom okolo okrem oproti po pod podo podľa pomimo pomocou ponad popod popri poza počas
    prostredníctvom pre pred predo pri proti s so spod spomedzi spopod spoza skrz u uprostred v
    vo vnútri vrátane voči vzhľadom vďaka vedľa včítane z zo za zoči zásluhou zpod
    """.split()
)

CONJUNCTIONS = frozenset(("a", "alebo", "i", "aj", "či", "ako", "resp", "ale", "ani", "až", "&"))

# Pronouns that are inflected as adjectives are, from their stems: aký, aká, akého, takéhoto,
# akýkoľvek. Behind a long syllable the endings are short: žiadny, žiadneho.
_ENDINGS = "ý á é í ého ej ému om ou ú ých ým ými".split()
_SHORT_ENDINGS = "y a e i eho ej emu om ou u ych ym ymi".split()
_PRONOMINAL = frozenset(
    stem + ending + suffix
    for stems, endings, suffixes in (
        ("ak ktor", _ENDINGS, ("", "si", "koľvek", "to")),
        ("tak", _ENDINGS, ("", "to", "ými")),
        ("nejak niektor každ mnoh inak rovnak ist sam viacer tamt on in", _ENDINGS, ("",)),
        ("žiadn všeliak", _SHORT_ENDINGS, ("",)),
    )
    for stem in stems.split()
    for ending in endings
    for suffix in suffixes
)

# Pronouns, particles, adverbs, auxiliaries, numerals as words, abbreviations of running text.
OTHERS = _PRONOMINAL | frozenset(
    """
    akokoľvek akonáhle ktokoľvek čokoľvek kdekoľvek kamkoľvek kedykoľvek nikam nikde nikdy niekde
    niekam niekedy niekoho niekomu niekým niečím niečomu niečom nijako nejako ničomu ničom nikomu
    nikým všade všelikde odvšadiaľ odtiaľ odkedy dokedy dovtedy odvtedy dokiaľ pokým doma
    inam inokedy inde tu tadiaľ sem hore dole nahor nadol zhora zdola vpred vzad dopredu dozadu
    vpravo vľavo naľavo napravo zvonka zvnútra zvonku vonku dnu zblízka zďaleka ďaleko blízko
    hneď ihneď vzápätí onedlho spočiatku prvýkrát druhýkrát viackrát zakaždým občas sčasti zväčša
    naraz naozaj vraj azda náhodou vopred včas najneskôr najskôr včera zajtra vlani tohto ráno
    večer nahlas potichu naprázdno naspamäť nakoľko natoľko nadmieru zhruba takisto tobôž nanajvýš
    naďalej odteraz zopár pár obom oboma obaja obidvaja sám akoby keby žeby nuž totižto jednak
    nebol nebola nebolo neboli nemá nemajú nemal nemala nemali nemožno nemôže nemôžu nemusí nesmie
    koncom začiatkom následkom sprvu zvlášť spoľahlivo hádam celkom skoro sotva ani niet
    aby ak akej aké akého akému akou akom aký aká akým akých akými asi avšak azda bola boli bolo
    bol budem budeme budete budeš bude budú buď by byť bez čo čoho čom čomu čím čí čie čia
    čiastočne čiže čoraz často dnes doteraz doposiaľ dosiaľ dva dve dvaja dvoch dvom dvoma dvomi
    ďalej ďalší ďalšia ďalšie ďalšej ďalšieho ďalšiemu ďalšom ďalšou ďalších ďalšími ešte ho
    hoci iba ich im inak iná iné iného inej inom inou inú iný iných iným inými ja je jeho jej
    jemu jeden jedna jedno jedného jednej jednom jednou jednému jednu jedným jediný jediná
    jediné ju kde keď keďže každý každá každé každého každej každému každom každou každú každým
    každých kam kto koho komu kom kým kedy ktorá ktoré ktorého ktorej ktorému ktorí ktorom
    ktorou ktorú ktorý ktorých ktorým ktorými koľko koľkí len lebo ma mal mala mali malo máme má
    majú mať mám mi mne mnou moja moje mojej môj mojich mojím my mnohé mnohí mnoho mnohých
    mnohým mnohými menej možno možné môže môžu musí musia nám nami nás naše nášho našej náš naša
    našich našom našou našu nie nič ničoho niečo niekoľko niekoľkých niektoré niektorí
    niektorých niektorým niektorými niektorej niekto nikto nich nim ním nimi nej neho nemu ňom
    ňou ňu ne nech než najmä najprv najskôr následne napríklad napr nepretržite obaja obe oboch
    obidve obidvoch on ona oni ono ony pokiaľ pomerne potom práve prečo pretože predovšetkým
    prípadne preto pritom rovnako sa sami samotnej samotného samotná samotný samotné sem si som
    sme ste sú svoj svoja svoje svojej svojho svojich svojim svojimi svojím svojom svojou svoju
    späť skôr spolu spôsobom tá tak taká také takého takej takému takom takou takto taktiež takú
    taký takých takým takými takmer takže tam ten toho tej tento táto toto tejto tohto tohoto
    tomto tomu tomuto týchto týmto týmito tieto títo tou touto tom tí tie to tu túto tvoj ty
    tých tým tými tiež teda totiž traja tri troch trom tromi trochu tzv už vám vami vás vaše
    viac viacero viacerých viacerí viaceré vôbec vždy však všetci všetka všetko všetkého všetkej
    všetky všetkých všetkým všetkými vyššie veľmi veľa vtedy zároveň zas zasa zatiaľ že žiadna
    žiadne žiadneho žiadnej žiadny žiadnych štyri štyroch štyrom štyrmi štyria päť piatich šesť
    šiestich sedem siedmich osem ôsmich deväť desať desiatich sto prvý prvá prvé prvého prvej
    prvom prvou prvú prvým druhý druhá druhé druhej druhom druhou druhú druhým tretí tretia
    tretie tretej tretieho treťom treťou tretiu tretím štvrtý štvrtá štvrtej štvrtého štvrtom
    štvrtou štvrtú piaty piata piatej piatom posledný posledná posledné poslednej posledného
    poslednom poslednou samy samu samého raz dvakrát trikrát treba inde pol tisíc aspoň zriedka
    sotva sebou seba sebe dovtedy odkiaľ príliš navzájom medzitým takéto takáto nikoho mu pričom
    nielen predsa no vyše pozdĺž predtým ničím zriedkavo odvtedy dvesto tristo šesťdesiat
    päťdesiat štyridsať tridsať dvadsať sedemdesiat osemdesiat deväťdesiat jedenásť dvanásť
    trinásť štrnásť pätnásť šestnásť sedemnásť osemnásť devätnásť jedenástich dvanástich
    štrnástich pätnástich šiestimi piatimi piatim deviatich desiatimi tisíce tisícov milión
    miliónov miliardy percento percent percentá percentami atď tj resp príp pozn obr tab cca max
    min mgr ing bc phd doc prof the of and in for is with an at from as are was this that
    """.split()
)

# Nouns whose lemma ends as an infinitive does, beside those in -sť.
NOUNS_IN_T = frozenset(
    """
    sieť podsieť pamäť smrť chuť závisť púť rukoväť trať stať žlť plť obeť pleť ortuť labuť päť
    hať pečať závrať štvrť choť rať niť perleť časť pasť nenávisť súvislosť
    """.split()
)

# Words for people, and for payments, that are inflected as adjectives and stand alone, as lemmas.
PEOPLE_AS_ADJECTIVES = frozenset(
    """
    blízky cestujúci dospelý dospievajúci hluchý chorý maloletý mladistvý nepočujúci nevidiaci
    nezamestnaný obvinený obžalovaný odsúdený podozrivý poistený poškodený postihnutý pozostalý
    príbuzný slepý svätý umierajúci zomierajúci zosnulý zranený kupujúci predávajúci
    """.split()
)
THINGS_AS_ADJECTIVES = frozenset(
    """
    cestovné nájomné odchodné odstupné poistné poštovné prepravné stravné školné vložné vstupné
    výkupné výpalné výživné
    """.split()
)

# Forms of the verb behind which an adjective is said of something: "sú chorí".
TO_BE = frozenset("je sú som sme ste bol bola bolo boli byť bude budú nie".split())

# Signs of units, which stand behind numbers.
UNITS = frozenset(
    """
    kg dkg mg µg μg ng km cm mm dm ha ml dl hl hod min sek kw kwh mwh mw gw hz khz mhz ghz pa kpa
    mpa kj mj kcal mmol ks eur sk °c ppm ppb db gb mb tb
    """.split()
)

ADVERBS = frozenset(
    """
    aktívne bežne častejšie častejší dlhšie mierne rýchlejšie pomaly ručne voľne nezávisle
    verejne najbližšie celkovo detailne dobre dlhodobo doma efektívne jasne kvalitne lepšie
    ľahko málo najčastejšie najlepšie najviac najmenej nakoniec napokon naopak neskôr nedávno
    nutne obvykle odlišne osobitne podrobne podobne pravdepodobne pravidelne presne priamo
    prirodzene pozitívne negatívne postupne pôvodne rýchlo rovnomerne síce správne spravidla
    stále stručne súčasne úspešne úplne väčšinou viackrát vhodne výlučne výrazne všeobecne
    vzájomne znova znovu značne zväčša zvlášť zvyčajne ťažko zjavne
    """.split()
)
