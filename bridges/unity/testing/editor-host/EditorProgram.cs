using System;
using System.IO;
using System.Linq;
using System.Reflection;
using Worldwire.Shim;

namespace Demo
{
    /// <summary>An editor with the project of the demo: the bridge on the shim of Unity's editor.</summary>
    internal static class EditorProgram
    {
        private static int Main(string[] args)
        {
            Console.OutputEncoding = new System.Text.UTF8Encoding(false);
            if (!args.Contains("--domain")) return ShimEditor.Main(Assembly.GetExecutingAssembly().Location, args);
            foreach (var name in new[] { "Worldwire.Bridge.UGui", "Worldwire.Bridge.InputSystem", "Worldwire.Bridge.Editor" })
                Assembly.LoadFrom(Path.Combine(AppDomain.CurrentDomain.BaseDirectory, name + ".dll"));
            Arena.Register();
            Menu.Register();
            Play.Register();
            Desk.Register();
            return ShimEditor.Domain("Assets/Scenes/Arena.unity");
        }
    }
}
