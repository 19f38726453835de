// Part of the shim.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Worldwire.Shim;

namespace UnityEngine
{
    public class AsyncOperation
    {
        public bool isDone { get; internal set; }
        public float progress { get { return isDone ? 1 : 0; } }
        public event Action<AsyncOperation> completed;
        internal void Finish()
        {
            isDone = true;
            if (completed != null) completed(this);
        }
    }
}

namespace UnityEngine.SceneManagement
{
    public enum LoadSceneMode { Single, Additive }

    public struct Scene
    {
        internal int m_Handle;
        public int handle { get { return m_Handle; } }
        internal SceneData Data { get { SceneData data; return SceneManager.Known.TryGetValue(m_Handle, out data) ? data : null; } }
        public bool IsValid() { return Data != null; }
        public string name { get { return Data == null ? null : Data.Name; } }
        public string path { get { return Data == null ? "" : Data.Path; } }
        public int buildIndex { get { return Data == null ? -1 : Data.BuildIndex; } }
        public bool isLoaded { get { return Data != null && Data.Loaded; } }
        public bool isDirty { get { return Data != null && Data.Dirty; } }
        public int rootCount { get { return Data == null ? 0 : Data.Roots.Count; } }
        public GameObject[] GetRootGameObjects() { return Data.Roots.ToArray(); }
        public static bool operator ==(Scene lhs, Scene rhs) { return lhs.m_Handle == rhs.m_Handle; }
        public static bool operator !=(Scene lhs, Scene rhs) { return lhs.m_Handle != rhs.m_Handle; }
        public override int GetHashCode() { return m_Handle; }
        public override bool Equals(object other) { return other is Scene && (Scene)other == this; }
    }

    internal sealed class SceneData
    {
        public string Name, Path;
        public int BuildIndex = -1;
        public bool Loaded, Dirty;
        public readonly List<GameObject> Roots = new List<GameObject>();
    }

    public class SceneManager
    {
        internal static readonly Dictionary<int, SceneData> Known = new Dictionary<int, SceneData>();
        private static readonly List<Scene> loaded = new List<Scene>();
        private static int lastHandle;
        private static Scene active;
        internal static readonly Scene Kept = Make("DontDestroyOnLoad", "", -1);

        public static int sceneCount { get { return loaded.Count; } }
        public static int loadedSceneCount { get { return loaded.Count; } }
        public static int sceneCountInBuildSettings { get { return Builds.Scenes.Count; } }
        public static event Action<Scene, LoadSceneMode> sceneLoaded;
        public static event Action<Scene> sceneUnloaded;
        public static event Action<Scene, Scene> activeSceneChanged;
        public static Scene GetSceneAt(int index) { return loaded[index]; }
        public static Scene GetActiveScene() { return active; }
        public static bool SetActiveScene(Scene scene)
        {
            var before = active;
            active = scene;
            if (activeSceneChanged != null) activeSceneChanged(before, scene);
            return true;
        }
        public static Scene GetSceneByName(string name) { return loaded.FirstOrDefault(each => each.name == name); }
        public static void MoveGameObjectToScene(GameObject go, Scene scene) { go.MoveTo(scene); }
        public static Scene CreateScene(string sceneName)
        {
            var scene = Make(sceneName, "", -1);
            loaded.Add(scene);
            return scene;
        }
        public static void LoadScene(int sceneBuildIndex, LoadSceneMode mode) { LoadSceneAsync(sceneBuildIndex, mode); }
        public static void LoadScene(string sceneName, LoadSceneMode mode) { LoadSceneAsync(Builds.IndexOf(sceneName), mode); }
        public static AsyncOperation LoadSceneAsync(string sceneName, LoadSceneMode mode) { return LoadSceneAsync(Builds.IndexOf(sceneName), mode); }
        public static AsyncOperation LoadSceneAsync(int sceneBuildIndex, LoadSceneMode mode)
        {
            var operation = new AsyncOperation();
            Loop.Loads.Enqueue(() =>
            {
                LoadNow(sceneBuildIndex, mode);
                operation.Finish();
            });
            return operation;
        }
        public static AsyncOperation UnloadSceneAsync(Scene scene)
        {
            var operation = new AsyncOperation();
            Loop.Loads.Enqueue(() =>
            {
                Unload(scene);
                operation.Finish();
            });
            return operation;
        }

        internal static List<GameObject> RootsOf(Scene scene)
        {
            return scene.Data == null ? new List<GameObject>() : scene.Data.Roots;
        }

        internal static void LoadNow(int index, LoadSceneMode mode)
        {
            var build = Builds.Scenes[index];
            var old = loaded.ToList();
            var scene = Make(build.Name, "Assets/Scenes/" + build.Name + ".unity", index);
            loaded.Add(scene);
            var before = active;
            if (mode == LoadSceneMode.Single || !active.IsValid())
            {
                foreach (var each in old) Unload(each);
                active = scene;
            }
            var target = active;
            active = scene;
            build.Fill();
            active = mode == LoadSceneMode.Single ? scene : target;
            scene.Data.Loaded = true;
            if (active != before && activeSceneChanged != null) activeSceneChanged(before, active);
            if (sceneLoaded != null) sceneLoaded(scene, mode);
        }

        internal static void Unload(Scene scene)
        {
            foreach (var root in RootsOf(scene).ToList()) root.End();
            loaded.Remove(scene);
            Known.Remove(scene.m_Handle);
            if (sceneUnloaded != null) sceneUnloaded(scene);
        }

        private static Scene Make(string name, string path, int buildIndex)
        {
            var scene = new Scene { m_Handle = --lastHandle };
            Known[scene.m_Handle] = new SceneData { Name = name, Path = path, BuildIndex = buildIndex, Loaded = buildIndex < 0 };
            return scene;
        }
    }

    public static class SceneUtility
    {
        public static string GetScenePathByBuildIndex(int buildIndex)
        {
            return buildIndex >= 0 && buildIndex < Builds.Scenes.Count ? "Assets/Scenes/" + Builds.Scenes[buildIndex].Name + ".unity" : "";
        }
    }
}

namespace Worldwire.Shim
{
    /// <summary>The scenes of the build, each with the code that fills it.</summary>
    public static class Builds
    {
        public sealed class Build
        {
            public string Name;
            public Action Fill;
        }
        public static readonly List<Build> Scenes = new List<Build>();
        public static void Add(string name, Action fill) { Scenes.Add(new Build { Name = name, Fill = fill }); }
        internal static int IndexOf(string nameOrPath)
        {
            var name = Path.GetFileNameWithoutExtension(nameOrPath);
            return Scenes.FindIndex(each => each.Name == name);
        }
    }
}
