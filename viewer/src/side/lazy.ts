// Work that waits until its place is seen: what a reader does not open costs nothing.

export function whenSeen(root: HTMLElement, work: () => void | Promise<void>, failed: (fault: unknown) => void): void {
  let done = false;
  const start = () => {
    if (done) return;
    done = true;
    observer.disconnect();
    removeEventListener("beforeprint", start);
    void (async () => {
      try {
        await work();
      } catch (fault) {
        failed(fault);
      }
    })();
  };
  const observer = new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) start(); });
  observer.observe(root);
  addEventListener("beforeprint", start);
}

/** Lets the page breathe in the middle of long work. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
