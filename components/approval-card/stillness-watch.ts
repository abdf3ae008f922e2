/** A click that was meant for what stood here before comes within this time. */
const STILL_MS = 600;
const LOOK_MS = 100;

/**
 * Says whether an element has stood still in a window with focus for 600 ms. It is not still when it appears, when something around it grows or
 * shrinks, when its window was just chosen or its tab just shown. A scroll counts as well, unless the pointer was moved after it: then it was
 * aimed at what stands there now.
 */
export class StillnessWatch {
  readonly #element: () => HTMLElement | null;
  readonly #tell: (isStill: boolean) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #placeInFlow = "";
  #placeOnScreen = "";
  #pointer = "";
  #movedAt = performance.now();
  #scrolledAt = Number.NEGATIVE_INFINITY;
  #aimedAt = Number.NEGATIVE_INFINITY;

  constructor(element: () => HTMLElement | null, tell: (isStill: boolean) => void) {
    this.#element = element;
    this.#tell = tell;
    this.#timer = setInterval(() => this.look(), LOOK_MS);
    addEventListener("focus", this.#onDisturbance);
    addEventListener("pointermove", this.#onPointer, true);
    document.addEventListener("visibilitychange", this.#onDisturbance);
    this.look();
  }

  /** Looks now, and answers. */
  look(): boolean {
    const now = performance.now();
    const element = this.#element();
    const [inFlow, onScreen] = element ? placesOf(element) : ["", ""];
    if (inFlow !== this.#placeInFlow) this.#movedAt = now;
    else if (onScreen !== this.#placeOnScreen) this.#scrolledAt = now;
    this.#placeInFlow = inFlow;
    this.#placeOnScreen = onScreen;
    const isAimed = this.#aimedAt > this.#scrolledAt || now - this.#scrolledAt >= STILL_MS;
    const isStill = element !== null && isAimed && now - this.#movedAt >= STILL_MS;
    this.#tell(isStill);
    return isStill;
  }

  end(): void {
    clearInterval(this.#timer);
    removeEventListener("focus", this.#onDisturbance);
    removeEventListener("pointermove", this.#onPointer, true);
    document.removeEventListener("visibilitychange", this.#onDisturbance);
  }

  #onDisturbance = (): void => {
    this.#movedAt = performance.now();
    this.#tell(false);
  };

  /** Browsers also tell of a pointer that did not move when something moved under it. */
  #onPointer = (event: PointerEvent): void => {
    const pointer = `${event.screenX} ${event.screenY}`;
    if (pointer === this.#pointer) return;
    this.#pointer = pointer;
    this.look();
    this.#aimedAt = performance.now();
  };
}

/** Where an element is, apart from how far the boxes around it are scrolled, and where it is on the screen. */
function placesOf(element: HTMLElement): [inFlow: string, onScreen: string] {
  const { x, y, width } = element.getBoundingClientRect();
  let [left, top] = [x, y];
  for (let box = element.parentElement; box; box = box.parentElement) {
    left += box.scrollLeft;
    top += box.scrollTop;
  }
  return [`${Math.round(left)} ${Math.round(top)} ${Math.round(width)}`, `${Math.round(x)} ${Math.round(y)}`];
}
