using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("Worldwire.Bridge.UGui")]
[assembly: InternalsVisibleTo("Worldwire.Bridge.InputSystem")]
[assembly: InternalsVisibleTo("Worldwire.Bridge.Editor")]
[assembly: InternalsVisibleTo("Worldwire.Testing")]
