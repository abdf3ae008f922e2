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
  #inFlow: Place = NOWHERE;
  #onScreen: Place = NOWHERE;
  #pointer = "";
  #movedAt = performance.now();
  #scrolledAt = Number.NEGATIVE_INFINITY;
  /** The pointer was moved after the last scroll. Not two times to compare: both can fall into one tick of the clock. */
  #isAimed = false;

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
    const [inFlow, onScreen] = element ? placesOf(element) : [NOWHERE, NOWHERE];
    if (isElsewhere(inFlow, this.#inFlow)) {
      this.#inFlow = inFlow;
      this.#movedAt = now;
    }
    if (isElsewhere(onScreen, this.#onScreen)) {
      this.#onScreen = onScreen;
      this.#scrolledAt = now;
      this.#isAimed = false;
    }
    const isSeen = this.#isAimed || now - this.#scrolledAt >= STILL_MS;
    const isStill = element !== null && isSeen && now - this.#movedAt >= STILL_MS;
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
    this.#isAimed = true;
  };
}

/** Left, top and width, in CSS pixels. */
type Place = readonly [left: number, top: number, width: number];

const NOWHERE: Place = [Number.NaN, Number.NaN, Number.NaN];

/** By more than a pixel: a box that is scrolled by a part of one is rounded differently. */
function isElsewhere(place: Place, before: Place): boolean {
  return place.some((value, axis) => !(Math.abs(value - (before[axis] as number)) <= 1));
}

/** Where an element is, apart from how far the boxes around it are scrolled, and where it is on the screen. */
function placesOf(element: HTMLElement): [inFlow: Place, onScreen: Place] {
  const { x, y, width } = element.getBoundingClientRect();
  let [left, top] = [x, y];
  for (let box = element.parentElement; box; box = box.parentElement) {
    left += box.scrollLeft;
    top += box.scrollTop;
  }
  return [
    [left, top, width],
    [x, y, width],
  ];
}
