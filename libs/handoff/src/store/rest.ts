/** A pause that can be cut short. */
export class Rest {
  private end: () => void = () => undefined;

  take(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  cut(): void {
    this.end();
  }
}
