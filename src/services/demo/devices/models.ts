/** Device models with invented names; the references name none. */
export type Platform = 'Platform A' | 'Platform B' | 'Platform C'
export type Form = 'Smartphone' | 'Tablet' | 'Laptop' | 'TV' | 'Rugged scanner'
export type Model = {
  name: string
  platform: Platform
  form: Form
  product: string
  /** Type allocation code: the first eight digits of an IMEI. */
  typeAllocation: string
  serialPrefix: string
  sims: 0 | 1 | 2
  storageGb: number
  ramMb: number
  processorMhz: number
  /** Whether it has the vendor's work container with a second set of restrictions. */
  container: boolean
  /** Percentage of devices of this model. */
  share: number
}

const model = (
  name: string,
  [platform, form]: [Platform, Form],
  [product, typeAllocation, serialPrefix]: [string, string, string],
  sims: 0 | 1 | 2,
  [storageGb, ramMb, processorMhz]: [number, number, number],
  share: number,
  container = false,
): Model => ({
  name,
  platform,
  form,
  product,
  typeAllocation,
  serialPrefix,
  sims,
  storageGb,
  ramMb,
  processorMhz,
  container,
  share,
})

const [a, b, c] = ['Platform A', 'Platform B', 'Platform C'] as const

export const models: readonly Model[] = [
  model('Alder Phone 14', [a, 'Smartphone'], ['alder14,2', '35014111', 'AP'], 2, [128, 6144, 3230], 18),
  model('Alder Phone 15 Grand', [a, 'Smartphone'], ['alder15,4', '35014222', 'AG'], 2, [256, 8192, 3460], 8),
  model('Alder Phone Mini', [a, 'Smartphone'], ['alder13,1', '35014333', 'AM'], 1, [64, 4096, 2990], 6),
  model('Alder Tab 11', [a, 'Tablet'], ['aldertab8,3', '35014444', 'AT'], 1, [256, 8192, 3200], 8),
  model('Alder Tab Light', [a, 'Tablet'], ['aldertab7,1', '35014555', 'AL'], 0, [64, 3072, 2340], 5),
  model('Alder Book 14', [a, 'Laptop'], ['alderbook18,2', '35014666', 'AB'], 0, [512, 16384, 3500], 6),
  model('Alder Screen 4K', [a, 'TV'], ['alderscreen6,2', '35014777', 'AS'], 0, [64, 3072, 1800], 2),
  model('Birch One 9 Pro', [b, 'Smartphone'], ['birch-b9p', '35722111', 'B9'], 2, [256, 8192, 3000], 6, true),
  model('Birch One 8', [b, 'Smartphone'], ['birch-b8', '35722222', 'B8'], 2, [128, 6144, 2840], 18),
  model('Birch Lite 5', [b, 'Smartphone'], ['birch-l5', '35722333', 'BL'], 2, [64, 4096, 2200], 6),
  model('Birch Slate 10', [b, 'Tablet'], ['birch-s10', '35722444', 'BS'], 1, [128, 6144, 2400], 4),
  model('Rowan T70', [b, 'Rugged scanner'], ['rowan-t70', '35722555', 'T7'], 1, [32, 3072, 2200], 5, true),
  model('Rowan T90 Cold', [b, 'Rugged scanner'], ['rowan-t90c', '35722666', 'T9'], 1, [64, 4096, 2450], 2),
  model('Cedar Book 13', [c, 'Laptop'], ['cedar-cb13', '35909111', 'CB'], 0, [512, 16384, 2800], 4),
  model('Cedar Book 15 LTE', [c, 'Laptop'], ['cedar-cb15l', '35909222', 'CL'], 1, [1024, 32768, 2600], 2),
]

/** Models repeated by their share, for a uniform random choice. */
export const modelMix: readonly Model[] = models.flatMap((model) => Array<Model>(model.share).fill(model))

export const requireModel = (name: string): Model => {
  const found = models.find((model) => model.name === name)
  if (!found) throw new Error(`There is no model called ${name}`)
  return found
}

type System = {
  id: number
  osName: string
  agentType: number
  /** Newest first. */
  versions: readonly { version: string; build: string }[]
  agents: readonly { version: string; code: string }[]
}

/** `platform_type_id` and `agent_type` by platform; the latter is an enumeration of the reference. */
export const systems: Record<Platform, System> = {
  'Platform A': {
    id: 1,
    osName: 'Alder OS',
    agentType: 1,
    versions: [
      { version: '18.2.1', build: '22C161' },
      { version: '18.1', build: '22B83' },
      { version: '17.7.2', build: '21H221' },
      { version: '16.7.10', build: '20H350' },
    ],
    agents: [
      { version: '9.8.4', code: '98400' },
      { version: '9.7.0', code: '97000' },
    ],
  },
  'Platform B': {
    id: 2,
    osName: 'Birch OS',
    agentType: 2,
    versions: [
      { version: '15', build: 'BP1A.250305.019' },
      { version: '14', build: 'UP1A.231005.007' },
      { version: '13', build: 'TP1A.220624.014' },
      { version: '9.0', build: 'PPR1.180610.011' },
    ],
    agents: [
      { version: '9.2.611', code: '2300611' },
      { version: '9.2.598', code: '2300598' },
      { version: '8.9.120', code: '2290120' },
    ],
  },
  'Platform C': {
    id: 3,
    osName: 'Cedar OS',
    agentType: 3,
    versions: [
      { version: '11.0.26100', build: '26100.2605' },
      { version: '10.0.19045', build: '19045.5247' },
    ],
    agents: [{ version: '3.1.7', code: '30107' }],
  },
}
