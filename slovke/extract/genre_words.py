"""The words that theses are full of whatever they are about, as lemmas.

What a frequency list of general Slovak can't tell: `kapitola`, `cieľ` and `dotazník` are rare in it
and stand in nearly every abstract. Written from the genre's conventions, not counted in a corpus;
document frequencies of a fitted corpus (`slovke fit lemmarank`) say the same in figures.
"""

# Words of the thesis as a text and a task, and adjectives that fit any noun: never a keyphrase
# alone, nor its head.
THESIS = frozenset(
    """
    adekvátny aktuálny akýkoľvek bežný blízky celkový celý cudzí častý daný ďalekosiahly
    dlhodobý dobrý dôležitý dostatočný dostupný dotazníkový dotknutý drobný existujúci graf
    jasný jednoduchý jediný klasický konečný konkrétny krátky ľahký malý menovaný minulý možný
    najdôležitejší najväčší nasledujúci nevyhnutný nový nízky obyčajný odlišný ostatný patričný
    platný plný podobný podrobný pomerný posledný potrebný pravý prvotný predchádzajúci presný
    príslušný priemerný rastúci reálny rovnaký rozličný rozsiahly silný skutočný slabý spomínaný
    spoločný správny starý stručný súčasť súbor tabuľka ťažisko ťažký úplný úspešný užitočný
    veľký väčší vedúci vhodný vysoký vzájomný všeobecný výrazný významný vyšší zaujímavý závažný
    zistený získaný značný známy žiadúci zodpovedajúci abstrakt anotácia autor autorka bakalár
    bakalárka bakalársky bod časť cieľ čitateľ dielo diplomant diplomovka diplomový dizertačný
    dôraz dôvod dosiahnutie druh empirický existencia fakt forma hlavný hľadisko hypotéza
    charakter charakteristika jadro jednotlivý kapitola literatúra miera možnosť množstvo
    myšlienka náplň názor objasnenie oblasť obsah odpoveď odporúčanie opatrenie opis otázka
    pasáž plán počet podkapitola podklad podoba podstata pohľad pojem pomoc popis postup potreba
    poukázanie poznatok pozornosť práca praktický predkladaný predložený predmet prehľad
    prieskum príčina príklad príloha prínos prípad problém problematika publikácia rad rámec
    rigorózny riešenie rok rôzny rozbor rozsah rozdelenie rozpracovanie rozdiel samotný
    skutočnosť skupina smer snaha spôsob spracovanie stať stav stránka strana súčasnosť súčasný
    súhrn súvislosť štruktúra študent študentka téma teoretický tematika teória tvorba účel
    úloha úroveň úsek úvod uvedený vec vlastný vplyv východisko výber vybraný výsledok výskum
    výskumný vytvorenie vypracovanie význam vzťah záber základ základný záležitosť zameranie
    záver záverečný zdroj zhodnotenie zhrnutie zistenie získanie zmysel znalosť zoznámenie
    """.split()
)

# Words of method and judgement: keyphrases now and then, but of many theses alike.
METHOD = frozenset(
    """
    aktivita analýza aplikácia aspekt bariéra činnosť činiteľ človek databáza definícia
    definovanie diskusia dopad dosah dostupnosť dotazník efekt efektívnosť efektivita faktor
    fáza fungovanie funkcia hodnota hodnotenie hranica identifikácia implementácia informácia
    interpretácia interview klasifikácia komparácia koncept koncepcia kritérium kvalita materiál
    mechanizmus metóda metodika metodológia model náklad nástroj návrh nedostatok nevýhoda
    objekt obdobie obyvateľ odborník optimalizácia organizácia osoba parameter pohlavie poloha
    porovnanie posúdenie požiadavka pozorovanie podmienka pracovisko prax princíp priebeh
    prípadový prístup proces produkt profil prostredie prostriedok pôsobenie realizácia
    respondent rozhovor rozvoj sledovanie skúmanie skúsenosť situácia služba spoločnosť
    stanovenie stratégia stupeň subjekt sústava systém svet slovensko slovenský štúdia štúdium
    technika test typ typológia údaj účinok účastník ukazovateľ uplatnenie úspech úspešnosť
    územie využitie vek veličina vlastnosť vývoj výhoda výroba výstup vysvetlenie vznik vzor
    vzorka zákon zariadenie zavedenie zlepšenie zmena znak zvýšenie zníženie život zložka ľudia
    čas deň mesiac týždeň hodina miesto krajina štát mesto obec
    """.split()
)
