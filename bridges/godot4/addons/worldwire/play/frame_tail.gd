extends Node

# Is processed after all other nodes, and says when.

signal processed


func _init() -> void:
	name = "FrameTail"
	process_priority = 0x7fffffff
	process_mode = Node.PROCESS_MODE_ALWAYS


func _ready() -> void:
	set_process(false)


func _process(_delta: float) -> void:
	processed.emit()
