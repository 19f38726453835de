// Part of the shim.
using System;
using System.Collections.Generic;
using UnityEngine;
using Worldwire.Shim;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    [AttributeUsage(AttributeTargets.Class)]
    public class InitializeOnLoadAttribute : Attribute { }
    [AttributeUsage(AttributeTargets.Method)]
    public class InitializeOnLoadMethodAttribute : Attribute { }

    [AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
    public sealed class MenuItem : Attribute
    {
        public MenuItem(string itemName) { }
        public MenuItem(string itemName, bool isValidateFunction) { }
    }

    public enum PlayModeStateChange { EnteredEditMode, ExitingEditMode, EnteredPlayMode, ExitingPlayMode }

    public sealed class EditorApplication
    {
        public delegate void CallbackFunction();
        public static CallbackFunction update;
        public static CallbackFunction delayCall;
        public static event Action quitting;
        public static event Action<PlayModeStateChange> playModeStateChanged;

        public static bool isPlaying { get { return Application.isPlaying; } }
        public static bool isPaused { get; set; }
        public static bool isPlayingOrWillChangePlaymode { get { return ShimEditor.WillPlay; } }
        public static bool isCompiling { get; internal set; }
        public static bool isUpdating { get { return false; } }
        public static void EnterPlaymode() { ShimEditor.WillPlay = true; }
        public static void ExitPlaymode() { ShimEditor.WillPlay = false; }
        public static void QueuePlayerLoopUpdate() { }
        public static void Exit(int returnValue) { ShimEditor.ExitCode = returnValue; Loop.Quit = true; }

        internal static void ShimState(PlayModeStateChange state) { if (playModeStateChanged != null) playModeStateChanged(state); }
        internal static void ShimQuit() { if (quitting != null) quitting(); }
    }

    public static class AssemblyReloadEvents
    {
        public delegate void AssemblyReloadCallback();
        public static event AssemblyReloadCallback beforeAssemblyReload;
        public static event AssemblyReloadCallback afterAssemblyReload;
        internal static void ShimBefore() { if (beforeAssemblyReload != null) beforeAssemblyReload(); }
        internal static void ShimAfter() { if (afterAssemblyReload != null) afterAssemblyReload(); }
    }

    public class SessionState
    {
        public static void SetString(string key, string value) { ShimEditor.Session[key] = value; }
        public static string GetString(string key, string defaultValue) { string value; return ShimEditor.Session.TryGetValue(key, out value) ? value : defaultValue; }
        public static void SetInt(string key, int value) { SetString("int " + key, value.ToString()); }
        public static int GetInt(string key, int defaultValue) { return int.Parse(GetString("int " + key, defaultValue.ToString())); }
        public static void EraseInt(string key) { EraseString("int " + key); }
        public static void EraseString(string key) { ShimEditor.Session.Remove(key); }
    }

    public sealed class EditorPrefs
    {
        private static readonly Dictionary<string, bool> values = new Dictionary<string, bool>();
        public static bool GetBool(string key, bool defaultValue) { bool value; return values.TryGetValue(key, out value) ? value : defaultValue; }
        public static void SetBool(string key, bool value) { values[key] = value; }
        private static readonly Dictionary<string, string> texts = new Dictionary<string, string>();
        public static string GetString(string key, string defaultValue) { string value; return texts.TryGetValue(key, out value) ? value : defaultValue; }
        public static void SetString(string key, string value) { texts[key] = value; }
    }

    public sealed class Menu
    {
        public static void SetChecked(string menuPath, bool isChecked) { }
    }

    public sealed class EditorUtility
    {
        public static string OpenFolderPanel(string title, string folder, string defaultName) { return ""; }
        public static bool scriptCompilationFailed { get; internal set; }
        public static void SetDirty(Object target) { SceneManagement.EditorSceneManager.ShimMark(target); }
    }

    public sealed class PrefabUtility
    {
        public static bool IsPartOfPrefabInstance(Object componentOrGameObject) { return false; }
        public static void RecordPrefabInstancePropertyModifications(Object targetObject) { }
        public static GameObject SaveAsPrefabAsset(GameObject instanceRoot, string assetPath, out bool success) { success = true; return instanceRoot; }
    }

    public sealed class Selection
    {
        private static Object[] chosen = new Object[0];
        public static Object[] objects { get { return chosen; } set { chosen = value; } }
        public static GameObject[] gameObjects { get { return Array.ConvertAll(Array.FindAll(chosen, each => each is GameObject && each != null), each => (GameObject)each); } }
    }

    public sealed class UnityStats
    {
        public static int drawCalls { get { return 12; } }
        public static int triangles { get { return 144; } }
    }

    /// <summary>In the shim: the path of the scene and the path of the object in it. Objects of scenes without a file have none.</summary>
    public struct GlobalObjectId
    {
        private string text;
        public static GlobalObjectId GetGlobalObjectIdSlow(Object targetObject)
        {
            var target = (GameObject)targetObject;
            return new GlobalObjectId { text = target.scene.path + "|" + ShimEditor.PathOf(target) };
        }
        public static bool TryParse(string stringValue, out GlobalObjectId id) { id = new GlobalObjectId { text = stringValue }; return !stringValue.StartsWith("|"); }
        public static Object GlobalObjectIdentifierToObjectSlow(GlobalObjectId id)
        {
            foreach (var each in Resources.FindObjectsOfTypeAll<GameObject>())
                if (each.scene.path + "|" + ShimEditor.PathOf(each) == id.text) return each;
            return null;
        }
        public override string ToString() { return text; }
    }

    public sealed class SerializedObject
    {
        public SerializedObject(Object obj) { }
        public SerializedProperty FindProperty(string propertyPath) { return null; }
    }

    public sealed class SerializedProperty
    {
        public int arraySize { get; set; }
        public string stringValue { get; set; }
        public SerializedProperty GetArrayElementAtIndex(int index) { return null; }
        public SerializedProperty FindPropertyRelative(string relativePropertyPath) { return null; }
    }
}

namespace UnityEditor.Compilation
{
    public enum CompilerMessageType { Error, Warning, Info }

    public struct CompilerMessage
    {
        public string message;
        public string file;
        public int line;
        public int column;
        public CompilerMessageType type;
    }

    public static class CompilationPipeline
    {
        public static event Action<string, CompilerMessage[]> assemblyCompilationFinished;
        internal static void ShimFinish(string assembly, CompilerMessage[] messages) { if (assemblyCompilationFinished != null) assemblyCompilationFinished(assembly, messages); }
    }
}

namespace UnityEditor.Build
{
    public interface IOrderedCallback { int callbackOrder { get; } }

    public interface IUnityLinkerProcessor : IOrderedCallback
    {
        string GenerateAdditionalLinkXmlFile(Reporting.BuildReport report, UnityLinker.UnityLinkerBuildPipelineData data);
        void OnBeforeRun(Reporting.BuildReport report, UnityLinker.UnityLinkerBuildPipelineData data);
        void OnAfterRun(Reporting.BuildReport report, UnityLinker.UnityLinkerBuildPipelineData data);
    }
}

namespace UnityEditor.Build.Reporting
{
    public sealed class BuildReport : Object { }
}

namespace UnityEditor.UnityLinker
{
    public sealed class UnityLinkerBuildPipelineData { }
}
