import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { METRICS, type MetricName, type MetricOf, type MetricSpec } from './metric-catalogue.js';

type Meter = Counter | Gauge | Histogram;

/** The catalogue's meters, each made once and found by its name. */
export class Meters {
  readonly #made: ReadonlyMap<string, Meter>;

  constructor(registry: Registry) {
    this.#made = new Map(Object.entries(METRICS).map(([name, spec]) => [name, make(name, spec, registry)]));
  }

  counter(name: MetricOf<'counter'>): Counter {
    return this.#find(name) as Counter;
  }

  gauge(name: MetricOf<'gauge'>): Gauge {
    return this.#find(name) as Gauge;
  }

  histogram(name: MetricOf<'histogram'>): Histogram {
    return this.#find(name) as Histogram;
  }

  #find(name: MetricName): Meter {
    return this.#made.get(name) as Meter;
  }
}

function make(name: string, { kind, help, labels, buckets }: MetricSpec, registry: Registry): Meter {
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  if (kind === 'counter') return new Counter(options);
  if (kind === 'gauge') return new Gauge(options);
  return new Histogram({ ...options, ...(buckets !== undefined && { buckets: [...buckets] }) });
}
