extends RefCounted

# Outcomes of writes by their keys: a retry gets the same answer and changes nothing. Limited in number and size; the oldest are
# dropped first.

const MAX_KEYS := 1000
const MAX_CHARACTERS := 16 * 1024 * 1024

var _records := {}
var _order := []
var _characters := 0


# A record has the digest of the call, its answer once there is one, and the requests that wait for it.
func find(key: String) -> Variant:
	return _records.get(key)


func begin(key: String, what: String) -> Dictionary:
	var record := {"what": what, "answer": "", "waiting": []}
	_records[key] = record
	_order.push_back(key)
	return record


# Returns the requests that wait for the answer.
func settle(record: Dictionary, answer: String) -> Array:
	var waiting: Array = record.waiting
	record.answer = answer
	record.waiting = []
	_characters += answer.length()
	while _order.size() > MAX_KEYS or _characters > MAX_CHARACTERS and _order.size() > 1:
		var eldest: String = _records[_order.front()].answer
		# It is not answered yet.
		if eldest.is_empty():
			break
		_characters -= eldest.length()
		_records.erase(_order.pop_front())
	return waiting
