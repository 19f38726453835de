extends Reference

const MAX_NEAR := 3
const MAX_ALL := 10
const LIKE := 0.4
# To compare costs the product of both lengths, and no name is that long.
const LONGEST := 100


# The names closest to one that is not there, as words for a hint; all of them where they are few.
static func hint(wanted: String, names: Array) -> String:
	var near := {}
	for name in names if wanted.length() <= LONGEST else []:
		var likeness: float = wanted.to_lower().similarity(name.to_lower())
		if wanted.length() > 2 and name.findn(wanted) >= 0:
			likeness += 1
		if likeness >= LIKE:
			near[name] = likeness
	var found := PoolStringArray()
	while not near.empty() and found.size() < MAX_NEAR:
		var best: String = near.keys()[0]
		for name in near:
			if near[name] > near[best]:
				best = name
		near.erase(best)
		found.append(best)
	if not found.empty():
		return "did you mean %s?" % found.join(", ")
	return "there are %s" % PoolStringArray(names).join(", ") if names.size() in range(1, MAX_ALL + 1) else ""
