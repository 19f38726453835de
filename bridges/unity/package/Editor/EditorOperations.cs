using System.Collections.Generic;
using System.Linq;
using UnityEditor;
using UnityEngine;

namespace Worldwire.Editor
{
    /// <summary>The operations of editors.</summary>
    internal static class EditorOperations
    {
        public static void Add(BridgeHost host)
        {
            var scenes = new EditorScenes(host);
            host.Operations.Add("editor.get", _ => Info(host));
            host.Operations.Add("editor.select", given => Select(host, given));
            host.Operations.AddLater("editor.open", call => scenes.Open(call, () => Info(host)));
            host.Operations.Add("editor.save", given => scenes.Save(given));
            host.Operations.AddLater("editor.play", call => PlayMode.Play(host, call, () => Info(host)));
            host.Operations.AddLater("editor.stop", call => PlayMode.Stop(host, call, () => Info(host)));
            host.Operations.Add("editor.undo", _ => new JsonObject { { "step", UndoNames.PerformUndo() } });
            host.Operations.Add("editor.redo", _ => new JsonObject { { "step", UndoNames.PerformRedo() } });
        }

        private static JsonObject Info(BridgeHost host)
        {
            var open = EditorScenes.Loaded().ToList();
            return new JsonObject
            {
                { "scene", EditorScenes.ActivePath },
                { "openScenes", JsonList.Of(open.Select(EditorScenes.PathOf)) },
                { "unsaved", JsonList.Of(open.Where(each => each.isDirty).Select(EditorScenes.PathOf)) },
                { "playing", PlayMode.Playing },
                { "selection", JsonList.Of(Selected(host)) },
                { "undo", UndoNames.Undo },
                { "redo", UndoNames.Redo },
                { "busy", EditorApplication.isCompiling ? "compiling" : EditorApplication.isUpdating ? "importing" : null },
                // While a dialog is open the main thread does not answer; engine.state tells it then.
                { "dialog", null },
                { "stage", PrefabStages.Path },
            };
        }

        private static IEnumerable<string> Selected(BridgeHost host)
        {
            return Selection.gameObjects.Where(each => each.scene.IsValid()).Select(each => host.Ids.IdOf(each));
        }

        private static JsonObject Select(BridgeHost host, Params given)
        {
            if (!given.Has("ids")) throw given.Wrong("ids", "a list of ids", "[\"obj:1\"]");
            var found = given.Texts("ids").Select(each => (Object)host.Ids.Find(each)).ToArray();
            var before = JsonList.Of(Selected(host).ToList());
            Selection.objects = found;
            return new JsonObject { { "before", before }, { "after", JsonList.Of(Selected(host)) } };
        }
    }
}
