// Part of the shim.
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine;
using UnityEngine.SceneManagement;
using Worldwire.Shim;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    public sealed class SceneAsset : Object { }

    public sealed class EditorBuildSettingsScene
    {
        public string path { get; set; }
        public bool enabled { get; set; }
    }

    public sealed class EditorBuildSettings
    {
        public static EditorBuildSettingsScene[] scenes
        {
            get { return Paths().Select(each => new EditorBuildSettingsScene { path = each, enabled = true }).ToArray(); }
        }
        internal static IEnumerable<string> Paths()
        {
            for (var index = 0; index < SceneManager.sceneCountInBuildSettings; index++) yield return SceneUtility.GetScenePathByBuildIndex(index);
        }
    }

    /// <summary>The scenes of the build are the only assets.</summary>
    public sealed class AssetDatabase
    {
        private static readonly Dictionary<string, SceneAsset> scenes = new Dictionary<string, SceneAsset>();
        public static T LoadAssetAtPath<T>(string assetPath) where T : Object
        {
            if (typeof(T) != typeof(SceneAsset) || !EditorBuildSettings.Paths().Contains(assetPath)) return null;
            SceneAsset found;
            if (!scenes.TryGetValue(assetPath, out found)) scenes[assetPath] = found = new SceneAsset { name = assetPath };
            return (T)(Object)found;
        }
        public static Object[] LoadAllAssetsAtPath(string assetPath) { return new Object[0]; }
        public static string[] FindAssets(string filter) { return filter == "t:Scene" ? EditorBuildSettings.Paths().ToArray() : new string[0]; }
        public static string GUIDToAssetPath(string guid) { return guid; }
        public static bool OpenAsset(Object target) { return false; }
        public static void Refresh() { }
    }
}

namespace UnityEditor.SceneManagement
{
    public enum NewSceneSetup { EmptyScene, DefaultGameObjects }
    public enum NewSceneMode { Single, Additive }
    public enum OpenSceneMode { Single, Additive, AdditiveWithoutLoading }

    public sealed class EditorSceneManager : SceneManager
    {
        private static SceneAsset start;
        public static SceneAsset playModeStartScene { get { return start; } set { start = value; ShimEditor.Session["start"] = value == null ? "" : value.name; } }
        public static Scene OpenScene(string scenePath, OpenSceneMode mode)
        {
            var index = EditorBuildSettings.Paths().ToList().IndexOf(scenePath);
            LoadNow(index, mode == OpenSceneMode.Single ? LoadSceneMode.Single : LoadSceneMode.Additive);
            var opened = GetSceneAt(sceneCount - 1);
            ShimScenes.Apply(opened, ShimScenes.Saved(scenePath));
            return opened;
        }
        public static Scene NewScene(NewSceneSetup setup, NewSceneMode mode) { return CreateScene(""); }
        public static bool SaveScene(Scene scene, string dstScenePath) { return true; }
        public static bool CloseScene(Scene scene, bool removeScene) { Unload(scene); return true; }
        public static bool SaveScene(Scene scene) { ShimScenes.Save(scene); scene.Data.Dirty = false; return true; }
        public static bool MarkSceneDirty(Scene scene) { scene.Data.Dirty = true; return true; }

        internal static void ShimMark(Object target)
        {
            var found = target as GameObject ?? (target is Component ? ((Component)target).gameObject : null);
            if (found != null && found.scene.IsValid()) MarkSceneDirty(found.scene);
        }
    }

    public sealed class StageUtility
    {
        public static void GoToMainStage() { }
    }
}

namespace UnityEditor.Experimental.SceneManagement
{
    public sealed class PrefabStage
    {
        public Scene scene { get { return default(Scene); } }
        public GameObject prefabContentsRoot { get { return null; } }
        public string prefabAssetPath { get { return ""; } }
        public void ClearDirtiness() { }
    }

    /// <summary>The shim has no prefabs.</summary>
    public sealed class PrefabStageUtility
    {
        public static PrefabStage GetCurrentPrefabStage() { return null; }
    }
}
