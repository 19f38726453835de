extends RefCounted

const MAX_NEAR := 3
const MAX_ALL := 10
const LIKE := 0.4
# Comparing costs the product of both lengths.
const MAX_NAME := 100


# A hint with the nearest names, or with all names if they are few.
static func hint(wanted: String, names: Array) -> String:
	var near := {}
	for name in names if wanted.length() <= MAX_NAME else []:
		var likeness: float = wanted.to_lower().similarity(name.to_lower())
		if wanted.length() > 2 and name.findn(wanted) >= 0:
			likeness += 1
		if likeness >= LIKE:
			near[name] = likeness
	var found := PackedStringArray()
	while not near.is_empty() and found.size() < MAX_NEAR:
		var best: String = near.keys()[0]
		for name in near:
			if near[name] > near[best]:
				best = name
		near.erase(best)
		found.append(best)
	if not found.is_empty():
		return "did you mean %s?" % ", ".join(found)
	if names.size() in range(1, MAX_ALL + 1):
		return "known are %s" % ", ".join(PackedStringArray(names))
	return "there are %d; list them to see their names" % names.size() if not names.is_empty() else "there are none"
