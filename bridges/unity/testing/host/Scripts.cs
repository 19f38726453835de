using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Events;
using UnityEngine.UI;

namespace Demo
{
    public enum Mood { Calm, Alert, Angry }

    [Serializable]
    public struct Armor
    {
        public float thickness;
        public string material;
    }

    public class Health : MonoBehaviour
    {
        [Range(0, 100)] public float current = 100;
        public float most = 100;
        public int lives = 3;
        public long score;
        public Mood mood;
        public bool shielded;
        public string notes = "";
        public Color tint = Color.white;
        public Vector3 home;
        public Quaternion facing = Quaternion.identity;
        public GameObject target;
        public Health friend;
        public List<int> hits = new List<int>();
        public float[] weights = { 0.5f, 1 };
        public Armor armor;
        [SerializeField] private int secret = 7;
        public event Action<float, string> Damaged;
        public readonly UnityEvent died = new UnityEvent();

        public bool dead { get { return current <= 0; } }
        public int Secret { get { return secret; } }
        public float Throwing { get { throw new InvalidOperationException("this property has no value"); } }

        public void Damage(float amount)
        {
            object none;
            Worldwire.Shim.ShimPatches.Answers(System.Reflection.MethodBase.GetCurrentMethod(), this, new object[] { amount }, out none);
            current = Mathf.Max(0, current - amount);
            hits.Add((int)amount);
            if (Damaged != null) Damaged(amount, "blow");
            if (dead) died.Invoke();
        }

        public string Describe(int number) { return "int " + number; }
        public string Describe(float number) { return "float " + number.ToString(System.Globalization.CultureInfo.InvariantCulture); }
        public string Describe(string text) { return "text " + text; }
        public Vector3 Offset(Vector3 by, float scale = 2) { return home + by * scale; }
        public Health Friend() { return friend; }
        public System.Collections.IEnumerator Recover(int frames)
        {
            for (var frame = 0; frame < frames; frame++) yield return null;
            notes = "recovered";
        }
        public void Stumble() { throw new InvalidOperationException("it stumbled"); }
        public void Complain(string text) { Debug.LogError(text); }
        public void Hang(int milliseconds) { System.Threading.Thread.Sleep(milliseconds); }
    }

    public class Rotator : MonoBehaviour
    {
        public Vector3 speed = new Vector3(0, 90, 0);
        private void Update() { transform.Rotate(speed * Time.deltaTime); }
    }

    public class MenuScript : MonoBehaviour
    {
        public int clicks;
        public void Count() { clicks++; }
    }
}
