import { type AnyRecord, readPage, readRecord } from "./data";
import { showFailure } from "./failure";
import { installHook } from "./hook";
import { startLive } from "./live/live";
import { readLive } from "./live/record";
import { Session } from "./session";
import "./style/base.css";
import "./style/layout.css";
import "./style/live.css";
import "./style/plots.css";
import "./style/scene.css";
import "./style/side.css";
import "./style/study.css";
import { startStudy } from "./study/start";
import { Theme } from "./theme";

async function startResults(root: HTMLElement, record: AnyRecord): Promise<void> {
  const page = await readPage(record);
  performance.mark("sarrus-read");
  const live = readLive(document);
  if (live) return startLive(root, page, live);
  const session = await Session.open(root, page);
  installHook(() => session.app);
}

async function start(root: HTMLElement): Promise<void> {
  const record = readRecord(document);
  await (record.kind === "study" ? startStudy(root, new Theme(), record) : startResults(root, record));
}

const root = document.getElementById("app")!;
start(root).catch((fault: unknown) => showFailure(root, fault));
