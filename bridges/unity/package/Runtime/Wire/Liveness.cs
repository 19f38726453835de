using System;
using System.Threading;

namespace Worldwire
{
    /// <summary>Tells the server when the main thread has stopped, and when it runs again.</summary>
    internal sealed class Liveness
    {
        private const int TickMs = 500;
        private const int StalledMs = 2000;
        private readonly Action<JsonObject> tell;
        private Timer timer;
        private int lastFrame;
        private volatile bool stalled;
        /// <summary>What the main thread is known to do, such as "loading the scene Arena"; null otherwise.</summary>
        public static volatile string Doing;

        public Liveness(Action<JsonObject> tell)
        {
            this.tell = tell;
        }

        public void Start()
        {
            lastFrame = Environment.TickCount;
            timer = new Timer(_ => Check(), null, TickMs, TickMs);
        }

        public void Stop()
        {
            if (timer != null) timer.Dispose();
        }

        /// <summary>The main thread runs.</summary>
        public void Frame()
        {
            Interlocked.Exchange(ref lastFrame, Environment.TickCount);
            if (!stalled) return;
            stalled = false;
            tell(new JsonObject { { "status", "ready" } });
        }

        /// <summary>Tells a new connection if the main thread does not run.</summary>
        public void Repeat()
        {
            if (stalled) tell(State());
        }

        private void Check()
        {
            if (stalled || unchecked(Environment.TickCount - lastFrame) < StalledMs) return;
            stalled = true;
            tell(State());
        }

        private static JsonObject State()
        {
            var reason = Doing ?? "the main thread does not run: a modal dialog is open, a long operation runs, or the game is paused in the background";
            return new JsonObject { { "status", "loading" }, { "reason", reason } };
        }
    }
}
