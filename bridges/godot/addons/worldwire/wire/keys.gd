extends Reference

# What became of writes, by their keys, so that a retry gets the same answer and nothing is done again. Bounded in
# number and in size; the oldest go first.

const MOST := 1000
const MAX_CHARACTERS := 16 * 1024 * 1024

var _records := {}
var _order := []
var _characters := 0


# A record says what its key stands for, its answer once there is one, and who else waits for that.
func find(key: String):
	return _records.get(key)


func begin(key: String, what: String) -> Dictionary:
	var record := {"what": what, "answer": "", "waiting": []}
	_records[key] = record
	_order.push_back(key)
	return record


# Gives those who asked again in the meantime.
func settle(record: Dictionary, answer: String) -> Array:
	var waiting: Array = record.waiting
	record.answer = answer
	record.waiting = []
	_characters += answer.length()
	while _order.size() > MOST or _characters > MAX_CHARACTERS and _order.size() > 1:
		var eldest: String = _records[_order.front()].answer
		# It is at work still, and its time is bounded.
		if eldest.empty():
			break
		_characters -= eldest.length()
		_records.erase(_order.pop_front())
	return waiting
