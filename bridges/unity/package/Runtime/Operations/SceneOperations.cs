using System.Collections.Generic;
using System.Linq;
using UnityEngine.SceneManagement;

namespace Worldwire
{
    internal static class SceneOperations
    {
        public static void Add(BridgeHost host)
        {
            host.Operations.Add("scene.list", _ => host.Scenes.List());
            host.Operations.Add("scene.builds", _ => JsonList.Of(Builds().Select(each => each.Info())));
            host.Operations.AddLater("scene.load", call => Load(host, call));
            SceneManager.sceneLoaded += (scene, mode) => Changed(host, scene, default(Scene));
            SceneManager.sceneUnloaded += scene => Changed(host, default(Scene), scene);
        }

        private sealed class Build
        {
            public int Index;
            public string Path;

            public string Name
            {
                get { return System.IO.Path.GetFileNameWithoutExtension(Path); }
            }

            public JsonObject Info()
            {
                return new JsonObject { { "index", Index }, { "name", Name }, { "path", Path } };
            }
        }

        private static IEnumerable<Build> Builds()
        {
            for (var index = 0; index < SceneManager.sceneCountInBuildSettings; index++)
                yield return new Build { Index = index, Path = SceneUtility.GetScenePathByBuildIndex(index) };
        }

        private static void Load(BridgeHost host, Call call)
        {
            var name = call.Params.Text("name");
            var mode = call.Params.Text("mode");
            if (mode != "single" && mode != "additive") throw Refusal.Invalid("mode is \"" + mode + "\" and must be single or additive", "use mode: single or additive");
            var build = Builds().FirstOrDefault(each => each.Name == name || each.Path == name);
            if (build == null)
                throw Refusal.NotFound("there is no build scene \"" + name + "\"", NearNames.Hint(name, Builds().Select(each => each.Name)));
            if (mode == "additive" && SceneTree.Loaded().Any(each => each.buildIndex == build.Index))
                throw Refusal.Invalid("the scene " + build.Name + " is loaded", "use its objects, or load it with mode single");
            if (!UnityEngine.Application.isPlaying)
                throw Refusal.NotReady("the editor runs no game, and scene.load loads a scene of the game", "open the scene with editor.open, or start the game with editor.play");
            var loading = SceneManager.LoadSceneAsync(build.Index, mode == "single" ? LoadSceneMode.Single : LoadSceneMode.Additive);
            if (loading == null) throw Refusal.Failed("Unity did not load " + build.Name, "read the errors of the engine");
            Liveness.Doing = "loading the scene " + build.Name;
            host.EndQueue();
            host.EachFrame(() =>
            {
                if (!loading.isDone) return false;
                Liveness.Doing = null;
                Tell(host);
                var loaded = SceneTree.Loaded().LastOrDefault(each => each.buildIndex == build.Index);
                if (loaded.IsValid()) call.Answer(host.Scenes.Info(loaded));
                else call.Refuse(Refusal.Failed(build.Name + " is not loaded any more", "list the scenes"));
                return true;
            });
        }

        private static readonly HashSet<string> Added = new HashSet<string>();
        private static readonly HashSet<string> Removed = new HashSet<string>();

        /// <summary>Scenes that change in one frame are one event.</summary>
        private static void Changed(BridgeHost host, Scene added, Scene removed)
        {
            if (BridgeHost.Current != host) return;
            if (Added.Count + Removed.Count == 0) host.EachFrame(() => Tell(host));
            if (added.IsValid()) Added.Add(host.Scenes.IdOf(added));
            else Removed.Add(host.Scenes.Forgotten(removed));
        }

        private static bool Tell(BridgeHost host)
        {
            host.Ids.Sweep(host, true);
            if (Added.Count + Removed.Count == 0) return true;
            host.Tell(new JsonObject { { "kind", "scenes" }, { "added", JsonList.Of(Added) }, { "removed", JsonList.Of(Removed) } });
            Added.Clear();
            Removed.Clear();
            return true;
        }
    }
}
