using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Worldwire
{
    /// <summary>Ids of scenes: the build index, or a number from 1000 on for a scene without one.</summary>
    internal sealed class SceneIds
    {
        public const string Kept = "scn:ddol";
        public const string Hidden = "scn:hide";
        private const int FirstUnlisted = 1000;
        private readonly Dictionary<Scene, int> indexes = new Dictionary<Scene, int>();
        private int lastUnlisted = FirstUnlisted - 1;

        public int IndexOf(Scene scene)
        {
            int index;
            if (indexes.TryGetValue(scene, out index)) return index;
            index = scene.buildIndex;
            if (index < 0 || IsTaken(index)) index = ++lastUnlisted;
            indexes[scene] = index;
            return index;
        }

        private bool IsTaken(int index)
        {
            foreach (var each in indexes) if (each.Value == index && each.Key.IsValid()) return true;
            return false;
        }

        /// <summary>The id of a scene that was unloaded.</summary>
        public string Forgotten(Scene scene)
        {
            var index = IndexOf(scene);
            indexes.Remove(scene);
            return "scn:" + index.ToString(CultureInfo.InvariantCulture);
        }

        public string IdOf(Scene scene)
        {
            if (!scene.IsValid()) return Hidden;
            if (scene == SceneTree.KeptScene) return Kept;
            return "scn:" + IndexOf(scene).ToString(CultureInfo.InvariantCulture);
        }

        public JsonObject Info(Scene scene)
        {
            return new JsonObject
            {
                { "id", IdOf(scene) }, { "name", string.IsNullOrEmpty(scene.name) ? "Untitled" : scene.name }, { "index", IndexOf(scene) },
                { "loaded", scene.isLoaded }, { "rootCount", scene.rootCount },
            };
        }

        public JsonList List()
        {
            var list = new JsonList();
            foreach (var scene in SceneTree.Loaded()) list.Add(Info(scene));
            list.Add(Pseudo(Kept, "DontDestroyOnLoad", -1, SceneTree.KeptRoots().Count()));
            list.Add(Pseudo(Hidden, "HideAndDontSave", -2, SceneTree.HiddenRoots().Count()));
            return list;
        }

        /// <summary>The root objects of a scene.</summary>
        public IEnumerable<GameObject> Roots(string id)
        {
            if (id == Kept) return SceneTree.KeptRoots();
            if (id == Hidden) return SceneTree.HiddenRoots();
            foreach (var scene in SceneTree.Loaded()) if (IdOf(scene) == id) return scene.GetRootGameObjects();
            var known = List().Select(each => (string)((JsonObject)each)["id"]);
            throw Refusal.NotFound("there is no scene " + id, NearNames.Hint(id, known));
        }

        private static JsonObject Pseudo(string id, string name, int index, int rootCount)
        {
            return new JsonObject { { "id", id }, { "name", name }, { "index", index }, { "loaded", true }, { "rootCount", rootCount } };
        }
    }

    /// <summary>All objects of the loaded scenes, each before its children.</summary>
    internal static class SceneTree
    {
        private const float HiddenSeconds = 1;
        private static List<GameObject> hidden;
        private static float hiddenAt;

        /// <summary>The scene of objects that survive a load. Not valid outside of play mode.</summary>
        public static Scene KeptScene;

        public static IEnumerable<Scene> Loaded()
        {
            for (var at = 0; at < SceneManager.sceneCount; at++)
            {
                var scene = SceneManager.GetSceneAt(at);
                if (scene.isLoaded) yield return scene;
            }
        }

        public static IEnumerable<GameObject> KeptRoots()
        {
            return KeptScene.IsValid() ? KeptScene.GetRootGameObjects().Where(each => !IsOwn(each)) : Enumerable.Empty<GameObject>();
        }

        /// <summary>Objects without a scene that are not saved. Finding them is slow, so the list is kept for a second.</summary>
        public static IEnumerable<GameObject> HiddenRoots()
        {
            var now = Time.realtimeSinceStartup;
            if (hidden == null || now - hiddenAt > HiddenSeconds)
            {
                hidden = Resources.FindObjectsOfTypeAll<GameObject>()
                    .Where(each => !each.scene.IsValid() && (each.hideFlags & HideFlags.DontSave) == HideFlags.DontSave && each.transform.parent == null && !IsOwn(each))
                    .ToList();
                hiddenAt = now;
            }
            return hidden.Where(each => each != null);
        }

        public static IEnumerable<GameObject> All()
        {
            var roots = Loaded().SelectMany(scene => scene.GetRootGameObjects()).Concat(KeptRoots()).Concat(HiddenRoots());
            return roots.SelectMany(WithBelow);
        }

        public static IEnumerable<GameObject> WithBelow(GameObject root)
        {
            if (IsOwn(root)) yield break;
            yield return root;
            var below = new Stack<Transform>();
            Push(below, root.transform);
            while (below.Count > 0)
            {
                var next = below.Pop();
                yield return next.gameObject;
                Push(below, next);
            }
        }

        /// <summary>The object with a path; null if there is none.</summary>
        public static GameObject AtPath(string path)
        {
            foreach (var root in Loaded().SelectMany(scene => scene.GetRootGameObjects()).Concat(KeptRoots()))
            {
                var found = AtPath(root.transform, path);
                if (found != null) return found;
            }
            return null;
        }

        private static GameObject AtPath(Transform at, string path)
        {
            var own = "/" + at.name;
            if (path == own) return at.gameObject;
            if (!path.StartsWith(own + "/", System.StringComparison.Ordinal)) return null;
            var rest = path.Substring(own.Length);
            for (var index = 0; index < at.childCount; index++)
            {
                var found = AtPath(at.GetChild(index), rest);
                if (found != null) return found;
            }
            return null;
        }

        private static void Push(Stack<Transform> below, Transform parent)
        {
            for (var at = parent.childCount - 1; at >= 0; at--) below.Push(parent.GetChild(at));
        }

        /// <summary>Objects of the bridge are not listed.</summary>
        private static bool IsOwn(GameObject each)
        {
            return each.GetComponent<BridgeBehaviour>() != null || each.GetComponent<FreeCamera>() != null;
        }
    }
}
