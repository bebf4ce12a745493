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

# Pronouns, particles, adverbs, auxiliaries, numerals as words, abbreviations of running text.
OTHERS = frozenset(
    """
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

# Nouns whose lemma ends as an infinitive does.
NOUNS_IN_T = frozenset(
    """
    časť súčasť oblasť podoblasť sieť podsieť pamäť smrť chuť závisť účasť spoluúčasť česť
    čeľusť púť rukoväť hrsť srsť masť trať stať žlť plť lesť vlasť obeť pleť ortuť zvesť povesť
    prepasť slasť napasť korisť labuť päsť pasť hať pečať závrať štvrť choť rať neresť niť
    perleť
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
