//! Players described in a line.

use std::time::Duration;

use cutthroat_catalog::{ALGORITHMS, PlayerSpec};

#[test]
fn what_is_written_is_read_back() {
    for text in [
        "maxn",
        "random",
        "heuristic",
        "paranoid:nodes=250000",
        "maxn:pruning=speculative,test=table,bounds=off,eval=mot,ties=worst-for-root,root-ties=first,nodes=2500",
        "paranoid:depth=4,best=6,listing=order",
        "paranoid:nodes=5000,memory=4",
        "paranoid:pruning=none,window=full,eval=points",
        "brs+:window=null,depth=3",
        "brs:nodes=100",
        "paranoid:window=null,nodes=5000,memory=4",
        "maxn:pruning=speculative,test=linear,nodes=5000",
    ] {
        let spec: PlayerSpec = text.parse().unwrap();
        assert_eq!(spec.to_string(), text);
    }
    for (text, seconds) in [("maxn:time=0.5", 0.5), ("paranoid:nodes=7,time=2", 2.0)] {
        let spec: PlayerSpec = text.parse().unwrap();
        assert_eq!((spec.to_string().as_str(), spec.time), (text, Some(Duration::from_secs_f64(seconds))));
        assert!(!spec.repeats());
    }
    for wrong in ["maxn:time=0", "maxn:time=-1", "maxn:time=soon", "maxn:time=86400.001", "maxn:time=0.0001"] {
        let told = wrong.parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(told.contains("is not a number of seconds from 0.001 to 86400"), "{told}");
    }
    let told = "heuristic:time=1".parse::<PlayerSpec>().unwrap_err().to_string();
    assert!(told.contains("heuristic has no use for `time`"), "{told}");
    let random: PlayerSpec = "maxn:ties=random".parse().unwrap();
    assert_eq!(random.to_string(), "maxn:ties=first,root-ties=random");
    // Specs of stores that were written before algorithms had lists of settings.
    for (old, now) in [
        ("paranoid:ties=first,nodes=007", "paranoid:nodes=7"),
        ("paranoid:ties=random", "paranoid:root-ties=random"),
        ("maxn:ties=random,root-ties=first", "maxn:ties=first,root-ties=first"),
    ] {
        assert_eq!(old.parse::<PlayerSpec>().unwrap().to_string(), now);
    }
}

#[test]
fn complaints_name_the_field() {
    let names: Vec<&str> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
    let unknown = format!("no algorithm `minimax`; there are {}", names.join(", "));
    for (text, expected) in [
        ("", "no algorithm ``"),
        ("minimax:nodes=5", unknown.as_str()),
        ("maxn:node=5", "maxn has no use for `node`; it has pruning, test"),
        ("maxn:nodes=0", "nodes=0 is not a whole number above 0"),
        ("maxn:nodes=many", "nodes=many is not"),
        ("maxn:nodes", "`nodes` is not of the form"),
        ("maxn:nodes=1,nodes=2", "`nodes` is given twice"),
        ("maxn:pruning=alpha", "pruning=alpha is none of none, immediate"),
        ("maxn:ties=kind", "ties=kind is none of first"),
        ("maxn:test=none", "test=none is none of sum, table, linear"),
        ("paranoid:window=wide", "window=wide is none of full, null, binary"),
        ("maxn:depth=999", "depth=999 is not from 1 to 256"),
        ("maxn:memory=2000000", "memory=2000000 is not from 0 to 1048576"),
        ("maxn:window=null", "maxn has no use for `window`"),
        ("random:time=3", "no use for `time`"),
        ("random:nodes=5", "random has no use for `nodes`; it has no settings"),
        ("paranoid:ties=spiteful", "no use for `ties`"),
    ] {
        let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(error.contains(expected), "`{text}` said {error}");
    }
}

#[test]
fn lists_are_separated_in_any_way() {
    let written =
        |text| -> Vec<String> { PlayerSpec::read_list(text).unwrap().iter().map(ToString::to_string).collect() };
    let expected = ["maxn:eval=mot,nodes=5", "paranoid:nodes=6", "random"];
    for text in [
        "maxn:eval=mot,nodes=5,paranoid:nodes=6,random",
        "maxn:eval=mot,nodes=5;paranoid:nodes=6;random",
        " maxn:eval=mot,nodes=5  paranoid:nodes=6, random",
    ] {
        assert_eq!(written(text), expected, "{text}");
    }
    assert!(PlayerSpec::read_list(" , ").is_err());
    assert!(PlayerSpec::read_list("nodes=5").unwrap_err().to_string().contains("no algorithm `nodes=5`"));
}
