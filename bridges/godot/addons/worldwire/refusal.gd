extends Reference

# What is given back in place of a result. The language has no exceptions, so whoever asks looks for it.

# Whoever is refused knows what was sent.
const LONGEST := 1000

# unsupported, invalid, not-found, not-ready, timeout or failed.
var kind: String
var message: String
# What would be right; empty where nobody can say.
var hint: String


func _init(of_kind: String, about: String, right := "") -> void:
	kind = of_kind
	message = about if about.length() <= LONGEST else about.substr(0, LONGEST) + "..."
	hint = right
