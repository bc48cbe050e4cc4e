"use strict";

// The processes that this one has started, and their end.

const fs = require("node:fs");

/** Returns each running process as { pid, parent, session, began, command }. */
function all() {
  const found = [];
  for (const pid of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const [, command, rest] = fs.readFileSync(`/proc/${pid}/stat`, "utf8").match(/^\d+ \((.*)\) (.*)$/s);
      const words = rest.split(" ");
      // A machine without init may never collect orphans that have ended.
      if (words[0] !== "Z") found.push({ pid: +pid, parent: +words[1], session: +words[3], began: words[19], command });
    } catch {
      // The process has ended meanwhile.
    }
  }
  return found;
}

/** Returns the descendants of this process, and what shares a session with one of them, as crash reporters do whose parent has ended. */
function processes() {
  const running = all();
  const pids = new Set([process.pid]);
  for (let size = 0; size !== pids.size; ) {
    size = pids.size;
    for (const one of running) if (pids.has(one.parent)) pids.add(one.pid);
  }
  pids.delete(process.pid);
  const own = running.find((one) => one.pid === process.pid).session;
  const sessions = new Set(running.filter((one) => pids.has(one.pid) && one.session !== own).map((one) => one.session));
  return running.filter((one) => pids.has(one.pid) || sessions.has(one.session));
}

/** Returns what runs in a session. */
function processesOf(session) {
  return all().filter((one) => one.session === session);
}

/** Returns those of these processes that still run after some seconds. */
async function leftOf(processes) {
  let left = processes;
  for (let tries = 0; left.length > 0 && tries < 200; tries++) {
    await new Promise((done) => setTimeout(done, 50));
    const running = all();
    left = processes.filter((one) => running.some((other) => other.pid === one.pid && other.began === one.began));
  }
  return left;
}

module.exports = { leftOf, processes, processesOf };
