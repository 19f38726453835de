extends RefCounted

# The command line (--worldwire-port=6400) wins over the environment (WORLDWIRE_PORT), and that over the project settings
# (worldwire/port), so that a token need not be in a shared file.

const DEFAULTS := {
	"host": "127.0.0.1",
	"port": 6400,
	"token": "",
	# auto: without a display the loop runs fast while there are calls and slowly otherwise; with a display it is not changed.
	# low: the same with a display, which is then drawn only when something changes. untouched: never changed.
	"loop": "auto",
	# Paths of the scenes that can be loaded; empty for all scenes of the project.
	"scenes": [],
	# Clients of the server can run code in this process, so a release build does not link unless this is set.
	"in_release": false,
	# Clients can also change the project in the editor and run code there, so a person switches this on.
	"editor": false,
}


static func of(name: String) -> Variant:
	var flag := "--worldwire-%s=" % name.replace("_", "-")
	for argument in OS.get_cmdline_args() + OS.get_cmdline_user_args():
		if argument.begins_with(flag):
			return argument.substr(flag.length())
	var variable := "WORLDWIRE_" + name.to_upper()
	if OS.has_environment(variable):
		return OS.get_environment(variable)
	var key := "worldwire/" + name
	return ProjectSettings.get_setting(key) if ProjectSettings.has_setting(key) else DEFAULTS[name]


static func switch(name: String) -> bool:
	return str(of(name)).to_lower() in ["true", "1", "yes"]
