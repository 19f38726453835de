using System;
using System.Collections.Generic;
using System.Linq;
using UnityEditor;
using UnityEditor.SceneManagement;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Worldwire.Editor
{
    /// <summary>
    /// Opens and saves scenes without a dialog. Opening a scene closes those that are saved; one with changes stays open beside it, so that
    /// nothing is lost and no person is asked.
    /// </summary>
    internal sealed class EditorScenes
    {
        private readonly BridgeHost host;

        public EditorScenes(BridgeHost host)
        {
            this.host = host;
        }

        public static IEnumerable<Scene> Loaded()
        {
            for (var index = 0; index < SceneManager.sceneCount; index++)
            {
                var scene = SceneManager.GetSceneAt(index);
                if (scene.isLoaded) yield return scene;
            }
        }

        /// <summary>A scene without a file has its name in brackets.</summary>
        public static string PathOf(Scene scene)
        {
            if (!string.IsNullOrEmpty(scene.path)) return scene.path;
            return "(" + (string.IsNullOrEmpty(scene.name) ? "untitled" : scene.name) + ")";
        }

        public static string ActivePath
        {
            get
            {
                var active = SceneManager.GetActiveScene();
                return active.IsValid() ? PathOf(active) : null;
            }
        }

        public void Open(Call call, Func<object> info)
        {
            var path = call.Params.Text("path");
            NotInPlayMode("opens no scene");
            if (path.EndsWith(".prefab", StringComparison.OrdinalIgnoreCase))
            {
                var prefab = AssetDatabase.LoadAssetAtPath<GameObject>(path);
                if (prefab == null) throw Unknown(path, "t:Prefab");
                AssetDatabase.OpenAsset(prefab);
                call.Answer(info());
                return;
            }
            Require(path);
            PrefabStages.Close();
            var closing = Loaded().Where(each => each.path != path && !each.isDirty).ToList();
            var wanted = Loaded().FirstOrDefault(each => each.path == path);
            if (!wanted.IsValid())
            {
                var single = Loaded().All(each => !each.isDirty);
                wanted = EditorSceneManager.OpenScene(path, single ? OpenSceneMode.Single : OpenSceneMode.Additive);
                if (single) closing.Clear();
            }
            SceneManager.SetActiveScene(wanted);
            foreach (var each in closing) if (each.IsValid()) EditorSceneManager.CloseScene(each, true);
            host.Ids.Sweep(host, true);
            call.Answer(info());
        }

        public JsonObject Save(Params given)
        {
            NotInPlayMode("saves no scene");
            var all = given.Flag("all", false);
            var saved = new JsonList();
            if (PrefabStages.Save()) saved.Add(PrefabStages.Path);
            foreach (var scene in Loaded().Where(each => all ? each.isDirty : each == SceneManager.GetActiveScene()).ToList())
            {
                if (string.IsNullOrEmpty(scene.path))
                    throw Refusal.Invalid("the scene " + PathOf(scene) + " has no file, and Unity would ask a person for its name", "save it once in the editor");
                if (!EditorSceneManager.SaveScene(scene)) throw Refusal.Failed("Unity did not save " + scene.path, "read the errors of the engine; the file may be read-only");
                saved.Add(scene.path);
            }
            return new JsonObject { { "saved", saved } };
        }

        /// <summary>Refuses a path that is no scene of the project.</summary>
        public static void Require(string path)
        {
            if (AssetDatabase.LoadAssetAtPath<SceneAsset>(path) == null) throw Unknown(path, "t:Scene");
        }

        private static Refusal Unknown(string path, string filter)
        {
            var known = AssetDatabase.FindAssets(filter).Select(each => AssetDatabase.GUIDToAssetPath(each));
            return Refusal.NotFound("there is no " + path + " in the project", NearNames.Hint(path, known));
        }

        private static void NotInPlayMode(string what)
        {
            if (EditorApplication.isPlayingOrWillChangePlaymode) throw Refusal.NotReady("the editor runs the game and " + what + " meanwhile", "stop it with editor.stop first");
        }
    }
}
