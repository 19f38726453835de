extends RefCounted

# Finds the begin and end of GDScript strings.

const LONG := ["\"\"\"", "'''"]


# The quote of the string that begins there.
static func at(line: String, place: int) -> String:
	var begin := line.substr(place, 3)
	return begin if begin in LONG else line[place]


# The position after the end of a string; negative if it continues in the next line.
static func end(line: String, from: int, mark: String) -> int:
	var found := line.find(mark, from)
	var escape := line.find("\\", from)
	while escape >= 0 and found >= 0 and escape < found:
		found = line.find(mark, escape + 2)
		escape = line.find("\\", escape + 2)
	return found if found < 0 else found + mark.length()
