//! From text to tree and back.

use proptest::prelude::*;

use crate::predicate::{
    CONNECTIVES, Comparator, Expr, ExprKind, Expression, Ident, MAX_BYTES, MAX_DEPTH, Names, Problem, parse,
};
use crate::rule;

fn written(text: &str) -> String {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{}", error.caret())).to_string()
}

#[test]
fn what_binds_tighter_needs_no_parentheses() {
    for (text, same) in [
        ("A.life<=5", "A.life <= 5"),
        ("((a))or(b and(c))", "a or b and c"),
        ("(a or b) and c", "(a or b) and c"),
        ("not (a = b)", "not a = b"),
        ("not (a and b)", "not (a and b)"),
        ("(1 + 2) * -3 - (4 - 5)", "(1 + 2) * -3 - (4 - 5)"),
        ("count(creatures where (power > 3))", "count(creatures where power > 3)"),
        ("(creatures where tapped).power", "(creatures where tapped).power"),
        ("creatures where tapped where flying", "creatures where tapped where flying"),
        ("counters(+1/+1)>0", "counters(+1/+1) > 0"),
        ("event.rule=704.5a", "event.rule = 704.5a"),
        ("#12.power", "#12.power"),
        (r#"name = "say \"hi\" \\""#, r#"name = "say \"hi\" \\""#),
    ] {
        assert_eq!(written(text), same, "{text}");
    }
}

#[test]
fn what_is_too_long_or_too_deep_is_refused() {
    let problem = |text: &str| parse(text).expect_err("it is too much").problem;
    assert_eq!(problem(&"a ".repeat(MAX_BYTES)), Problem::TooLong(MAX_BYTES));
    let deep = MAX_BYTES / 2 - 8;
    assert_eq!(problem(&format!("{}1{}", "(".repeat(deep), ")".repeat(deep))), Problem::TooDeep(MAX_DEPTH));
    assert_eq!(problem(&format!("{}true", "not ".repeat(1000))), Problem::TooDeep(MAX_DEPTH));
    assert_eq!(problem(&format!("{}1", "-".repeat(4000))), Problem::TooDeep(MAX_DEPTH));
    assert_eq!(problem(&format!("A{}", ".opponents".repeat(400))), Problem::TooDeep(MAX_DEPTH));
    assert_eq!(problem(&format!("a{}", " where a".repeat(500))), Problem::TooDeep(MAX_DEPTH));
    assert_eq!(problem(&"count(".repeat(600)), Problem::TooDeep(MAX_DEPTH));
    // Long but flat texts are accepted.
    for (part, between) in [("true", " and "), ("false", " or "), ("1", "+"), ("1", "*")] {
        let long = vec![part; 400].join(between);
        Expression::compile(&long, &Names::any()).unwrap_or_else(|error| panic!("{error}"));
    }
}

fn expr(kind: ExprKind) -> Expr {
    Expr { span: 0..0, kind, depth: 1 }
}

fn ident() -> impl Strategy<Value = Ident> {
    "[A-Za-z_][a-z0-9_]{0,5}"
        .prop_filter("a connective", |word| !CONNECTIVES.contains(&word.as_str()))
        .prop_map(|name| Ident { span: 0..0, name })
}

fn tree() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        any::<u32>().prop_map(ExprKind::Number),
        Just(ExprKind::Rule(rule!("704.5"))),
        Just(ExprKind::Rule(rule!("613.8a"))),
        (any::<i8>(), any::<i8>()).prop_map(|(power, toughness)| ExprKind::Counter(power, toughness)),
        any::<u32>().prop_map(ExprKind::Object),
        any::<String>().prop_map(ExprKind::Text),
        ident().prop_map(|ident| ExprKind::Word(ident.name)),
    ];
    leaf.prop_map(expr).prop_recursive(5, 40, 3, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        let several = prop::collection::vec(inner.clone(), 2..4);
        let comparator = prop::sample::select(Comparator::ALL.to_vec());
        prop_oneof![
            (boxed.clone(), ident(), prop::collection::vec(inner.clone(), 0..3))
                .prop_map(|(of, name, arguments)| ExprKind::Member(of, name, arguments)),
            (ident(), prop::collection::vec(inner.clone(), 1..3))
                .prop_map(|(name, arguments)| ExprKind::Call(name, arguments)),
            (boxed.clone(), boxed.clone()).prop_map(|(set, keep)| ExprKind::Where(set, keep)),
            boxed.clone().prop_map(ExprKind::Not),
            boxed.clone().prop_map(ExprKind::Negative),
            several.clone().prop_map(ExprKind::And),
            several.clone().prop_map(ExprKind::Or),
            several.prop_map(ExprKind::Product),
            (boxed.clone(), prop::collection::vec((any::<bool>(), inner), 1..3))
                .prop_map(|(first, rest)| ExprKind::Sum(first, rest)),
            (boxed.clone(), comparator, boxed).prop_map(|(left, it, right)| ExprKind::Compare(left, it, right)),
        ]
        .prop_map(expr)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn writing_and_reading_again_gives_the_same(tree in tree()) {
        let text = tree.to_string();
        prop_assume!(text.len() <= MAX_BYTES);
        let read = parse(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{}", error.caret())))?;
        prop_assert_eq!(&read, &tree, "{}", text);
    }

    #[test]
    fn nothing_that_is_written_makes_it_panic(text in ".*") {
        if let Err(error) = Expression::compile(&text, &Names::any()) {
            prop_assert!(error.column >= 1 && error.caret().lines().count() == 2);
        }
    }

    #[test]
    fn no_row_of_words_and_signs_makes_it_panic(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "A", ".", "life", "(", ")", "where", "and", "or", "not", "count", "any", "all", "sum", "before",
                "creatures", "power", "tapped", "=", "!=", "<", "3", "704.5", "event", "kind", "Moved", "Goblin",
                "+1/+1", "counters", ",", "-", "*", "+", "\"x\"", "it", "#3", "step", "upkeep", "events", "cause",
            ]),
            0..24,
        ),
    ) {
        let text = words.join(" ");
        if let Err(error) = Expression::compile(&text, &Names::any()) {
            prop_assert!(error.span.end <= text.len() && error.caret().contains('^'), "{}", text);
        }
    }
}
