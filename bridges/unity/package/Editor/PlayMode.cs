using System;
using System.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;

namespace Worldwire.Editor
{
    /// <summary>
    /// Starts and stops the game. Unity reloads all scripts at the start (unless the project has turned it off): the answer is sent before, the
    /// link is lost with the reason "reloading", and comes back.
    /// </summary>
    internal static class PlayMode
    {
        private const string SceneKey = "Worldwire.Playing";

        /// <summary>The scene of the game that runs or starts; null if none does.</summary>
        public static string Playing
        {
            get
            {
                if (!EditorApplication.isPlayingOrWillChangePlaymode && !EditorApplication.isPlaying) return null;
                var scene = SessionState.GetString(SceneKey, "");
                return scene.Length > 0 ? scene : EditorScenes.ActivePath;
            }
        }

        public static void Play(BridgeHost host, Call call, Func<object> info)
        {
            var scene = call.Params.OptionalText("scene") ?? MainScene();
            if (scene != null) EditorScenes.Require(scene);
            if (EditorApplication.isPlayingOrWillChangePlaymode) throw Refusal.Invalid("the editor runs " + Playing + " already", "stop it with editor.stop first");
            if (EditorUtility.scriptCompilationFailed)
                throw Refusal.Failed("scripts do not compile, and Unity starts no game then", "read the errors of the engine for file and line");
            EditorSceneManager.playModeStartScene = scene == null ? null : AssetDatabase.LoadAssetAtPath<SceneAsset>(scene);
            SessionState.SetString(SceneKey, scene ?? "");
            EditorApplication.EnterPlaymode();
            // Unity enters play mode after this tick, so that the answer leaves before the reload.
            call.Answer(info());
        }

        public static void Stop(BridgeHost host, Call call, Func<object> info)
        {
            if (EditorApplication.isPlaying || EditorApplication.isPlayingOrWillChangePlaymode) EditorApplication.ExitPlaymode();
            host.EachFrame(() =>
            {
                if (EditorApplication.isPlaying || EditorApplication.isPlayingOrWillChangePlaymode) return false;
                SessionState.EraseString(SceneKey);
                EditorSceneManager.playModeStartScene = null;
                call.Answer(info());
                return true;
            });
        }

        /// <summary>The first scene of the build; null for the one that is open.</summary>
        private static string MainScene()
        {
            var first = EditorBuildSettings.scenes.FirstOrDefault(each => each.enabled);
            return first == null ? null : first.path;
        }
    }
}
