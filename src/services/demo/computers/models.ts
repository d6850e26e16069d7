/** Hardware models of demo computers, with invented names. */
import type { OsPlatform } from '#contract/desktop/status.ts'

export type DeviceType = 'Desktop' | 'Laptop' | 'Server' | 'Virtual machine'
export type Model = {
  name: string
  manufacturer: string
  type: DeviceType
  platforms: readonly OsPlatform[]
  processor: string
  processors: number
  ramGb: readonly number[]
  diskGb: number
  monitor: string | undefined
  /** Percentage of computers of this model. */
  share: number
}

const [windows, mac, linux] = [1, 2, 3] as const

const model = (
  [manufacturer, name, type]: [string, string, DeviceType],
  platforms: readonly OsPlatform[],
  [processor, processors, diskGb]: [string, number, number],
  ramGb: readonly number[],
  share: number,
  monitor?: string,
): Model => ({ name, manufacturer, type, platforms, processor, processors, ramGb, diskGb, monitor, share })

export const models: readonly Model[] = [
  model(['Alder', 'Book 14', 'Laptop'], [mac], ['Alder A4 10-core', 1, 512], [16, 24, 32], 7),
  model(['Alder', 'Book 16 Max', 'Laptop'], [mac], ['Alder A4 Max 16-core', 1, 1024], [36, 64], 3),
  model(['Alder', 'Desk 24', 'Desktop'], [mac], ['Alder A3 8-core', 1, 512], [16, 24], 2, 'Alder 24-inch 4.5K'),
  model(['Cedar', 'Book 13', 'Laptop'], [windows], ['Quartz U5 1345', 1, 512], [16], 17),
  model(['Cedar', 'Book 15 LTE', 'Laptop'], [windows, linux], ['Quartz U7 1365', 1, 1024], [16, 32], 9),
  model(['Cedar', 'Tower 7000', 'Desktop'], [windows], ['Quartz D5 13500', 1, 512], [8, 16], 15, 'Fjord P2424'),
  model(['Cedar', 'Micro 3000', 'Desktop'], [windows, linux], ['Quartz D3 12100', 1, 256], [8, 16], 12, 'Fjord P2424'),
  model(
    ['Wacholder', 'Präzision 5860', 'Desktop'],
    [windows, linux],
    ['Granit W9 3475', 1, 2048],
    [64, 128],
    4,
    'Fjord U3225',
  ),
  model(['Wacholder', 'Notebook 14s', 'Laptop'], [linux], ['Basalt R7 7840', 1, 1024], [32], 4),
  model(['松竹', '竹 X1 Carbon', 'Laptop'], [windows], ['Quartz U7 1370', 1, 512], [16, 32], 8),
  model(['松竹', '松 M90q', 'Desktop'], [windows], ['Quartz D7 13700', 1, 512], [16, 32], 7, 'Fjord P2424'),
  model(['Rowan', 'Rack R650', 'Server'], [windows, linux], ['Granit S8 8380', 2, 7680], [128, 256], 4),
  model(['Rowan', 'Rack R750xs', 'Server'], [linux], ['Granit S6 6330', 2, 15360], [256, 512], 2),
  model(['Nimbus', 'Virtual Platform', 'Virtual machine'], [windows, linux], ['Virtual CPU', 4, 128], [8, 16, 32], 6),
]

/** Models repeated by their share, for a uniform random choice. */
export const modelMix: readonly number[] = models.flatMap(({ share }, at) => Array<number>(share).fill(at))

export type System = {
  platform: OsPlatform
  name: string
  version: string
  servicePack: string
  flavorId: number
  server: boolean
}
const system = (
  platform: OsPlatform,
  name: string,
  version: string,
  servicePack: string,
  flavorId: number,
  server = false,
) => ({ platform, name, version, servicePack, flavorId, server }) satisfies System

export const systems: readonly System[] = [
  system(windows, 'Windows 11 Enterprise Edition (x64)', '10.0.26100', 'Windows 11 Version 24H2 (x64)', 61),
  system(windows, 'Windows 11 Professional Edition (x64)', '10.0.22631', 'Windows 11 Version 23H2 (x64)', 62),
  system(windows, 'Windows 10 Enterprise Edition (x64)', '10.0.19045', 'Windows 10 Version 22H2 (x64)', 48),
  system(windows, 'Windows Server 2022 Datacenter Edition (x64)', '10.0.20348', '', 70, true),
  system(windows, 'Windows Server 2019 Standard Edition (x64)', '10.0.17763', '', 66, true),
  system(mac, 'macOS Sequoia', '15.1.1', '', 315),
  system(mac, 'macOS Sonoma', '14.7.1', '', 314),
  system(linux, 'Ubuntu 24.04 LTS', '24.04', '', 524),
  system(linux, 'Fedora Linux 41', '41', '', 541),
  system(linux, 'Red Hat Enterprise Linux 9.5', '9.5', '', 595, true),
  system(linux, 'Debian GNU/Linux 12 (bookworm)', '12.8', '', 512, true),
]

/** Newest first; index 0 means no agent. */
export const agentVersions = ['', '11.4.2500.1', '11.3.2440.6', '11.2.2300.18', '10.1.2220.22'] as const

export const hardwareTypes = ['Processor', 'Disk Drive', 'Network Adapter', 'Monitor', 'Display Adapter'] as const
export type HardwareItem = {
  name: string
  type: (typeof hardwareTypes)[number]
  manufacturer: string
  /** Indexes of the models with this component. */
  models: readonly number[]
}

/** Components of a model. */
function componentsOf({ processor, diskGb, monitor, type, manufacturer }: Model): Omit<HardwareItem, 'models'>[] {
  const maker = processor.split(' ')[0] ?? ''
  const wireless =
    type === 'Laptop'
      ? [{ name: 'Skerry AX211 Wi-Fi 6E', type: 'Network Adapter' as const, manufacturer: 'Skerry' }]
      : []
  return [
    { name: processor, type: 'Processor', manufacturer: maker },
    {
      name: `${diskGb >= 1024 ? 'Pebble NVMe Pro' : 'Pebble NVMe'} ${diskGb} GB`,
      type: 'Disk Drive',
      manufacturer: 'Pebble',
    },
    {
      name: type === 'Server' ? 'Skerry X710 10 GbE' : 'Skerry I219-LM',
      type: 'Network Adapter',
      manufacturer: 'Skerry',
    },
    ...wireless,
    ...(monitor ? [{ name: monitor, type: 'Monitor' as const, manufacturer: monitor.split(' ')[0] ?? '' }] : []),
    { name: type === 'Server' ? 'Matrix G200eW3' : `${manufacturer} Graphics`, type: 'Display Adapter', manufacturer },
  ]
}

export const hardware: readonly HardwareItem[] = [
  ...Map.groupBy(
    models.flatMap((model, at) => componentsOf(model).map((item) => ({ item, at }))),
    ({ item }) => `${item.type} ${item.name}`,
  ).values(),
].map((found) => {
  const [first] = found
  if (!first) throw new Error('A group has at least one item')
  return Object.assign({}, first.item, { models: found.map(({ at }) => at) })
})
