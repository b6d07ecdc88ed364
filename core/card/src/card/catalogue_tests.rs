use super::super::pool::Pool;
use super::*;

fn pool() -> Pool {
    Pool::bundled().unwrap()
}

fn carried(catalogue: &Catalogue) -> Catalogue {
    Catalogue::read(catalogue.list(), catalogue.definitions().collect()).unwrap()
}

/// The id depends on the list alone, whichever definitions come with it.
#[test]
fn a_catalogue_reads_back() {
    let whole = pool().catalogue();
    let some = whole.with_only(["Lightning Bolt".to_owned(), "No Such Card".to_owned()]);
    assert_eq!(some.definitions().count(), 1);
    for catalogue in [&*whole, &some] {
        let read = carried(catalogue);
        assert_eq!((read.id(), read.len()), (whole.id(), whole.len()));
        assert!(read.printed().eq(whole.printed()));
        assert_eq!(read.card("Lightning Bolt"), whole.card("Lightning Bolt"));
    }
    assert_eq!(carried(&some).card("Forest"), None);
    let lack = carried(&some).lack_of("Forest").unwrap().to_string();
    assert!(lack.contains("copies Forest by its name") && lack.contains("open the game in the store"), "{lack}");
    assert_eq!(whole.lack_of("No Such Card"), None, "no such card is listed, so that copying it does nothing");
}

/// Whoever chooses cards by what is listed chooses the same as by reading them.
#[test]
fn fronts_are_those_of_the_cards() {
    let (pool, mut count) = (pool(), 0);
    for (name, front) in pool.catalogue().fronts() {
        let face = pool.get(name).unwrap().front();
        let read = Front { colors: face.colors(), supertypes: face.supertypes, types: face.types };
        assert_eq!(front, read, "{name}");
        count += 1;
    }
    assert_eq!(count, pool.names().count());
}

#[test]
fn another_card_makes_another_catalogue() {
    let (mut other, whole) = (pool(), pool().catalogue());
    assert!(Arc::ptr_eq(&whole, &pool().catalogue()), "it is made once");
    let bears = Card::clone(other.get("Grizzly Bears").unwrap());
    other.add(bears.clone());
    assert_eq!(other.catalogue().id(), whole.id(), "the same cards are the same catalogue");
    let Card::Card(mut face) = bears else { panic!("a card of one face") };
    face.power = Some(PrintedNumber::Number(3));
    other.add(Card::Card(face));
    assert_ne!(other.catalogue().id(), whole.id());
}

#[test]
fn what_contradicts_itself_is_no_catalogue() {
    let whole = pool().catalogue();
    let (place, text) = whole.definitions().nth(3).unwrap();
    let read = |list: &str, definitions| Catalogue::read(list, definitions).map(drop).unwrap_err();
    assert!(matches!(read("[(name", Vec::new()), CatalogueError::List(_)));
    assert!(matches!(read(whole.list(), vec![(place + 1, text.clone())]), CatalogueError::Hash(_)));
    assert!(matches!(read(whole.list(), vec![(whole.len(), text)]), CatalogueError::Unlisted(..)));
    let twice = "[(name:\"A\",named:[],definition:\"\"),(name:\"A\",named:[],definition:\"\")]";
    assert_eq!(read(twice, Vec::new()), CatalogueError::Order("A".to_owned()));
}

/// A definition of another engine is refused when it is asked for, with the reason.
#[test]
fn a_definition_that_cannot_be_read_is_told_when_it_is_asked_for() {
    for (text, why) in [("Card(strange: 1)", "strange"), ("language 7: Card()", "use one that knows version 7")] {
        let hash = hash_of(text).to_hex();
        let list = format!("[(name:\"A\",named:[(name:\"A\")],definition:\"{hash}\")]");
        let read = Catalogue::read(&list, vec![(0, text.to_owned())]).unwrap();
        assert_eq!(read.card("A"), None);
        let lack = read.lack_of("A").unwrap();
        assert!(matches!(&lack, Lack::Unreadable { .. }) && lack.to_string().contains(why), "{lack}");
    }
}

#[test]
fn what_is_copied_by_name_is_found_in_a_text() {
    let read = |text: &str| ron_options().from_str::<Vec<Instruction>>(text).unwrap();
    let text = read(r#"[CopyNamed("Fire"), May(then: [CopyNamed("say \"it\" (twice)\\")])]"#);
    assert_eq!(copied_by_name(&text), ["Fire", "say \"it\" (twice)\\"]);
    assert!(asks_names(&text) && asks_names(&read("[ChooseValue(Name)]")));
    assert!(asks_names(&read("[ChooseValue(NameOf(Type(Land)))]")));
    assert!(!asks_names(&read("[Tap(Each(Named(\"Name\")))]")));
}
