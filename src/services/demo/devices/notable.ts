import type { Device } from '#contract/mdm/devices.ts'

/** Fixed properties of a device with a known index. `record` overrides fields of the record. */
export type Notable = {
  why: string
  model?: string
  name?: string
  email?: string
  corporate?: boolean
  lost?: boolean
  /** Minimum number of commands. */
  commands?: number
  record?: Device
}

/** Devices by index for documentation and tests, including unusual but valid values. */
export const notable: Readonly<Record<number, Notable>> = {
  0: {
    why: 'Amara Okafor’s phone, in lost mode; its two sources differ on the camera, and allow_camera has no meaning',
    model: 'Birch One 9 Pro',
    corporate: true,
    lost: true,
    commands: 12,
    record: {
      description: 'On-call phone; left in a taxi on the way home',
      camera: 0,
      allow_camera: 3,
      allow_popups: 1,
      about_flags_access: 0,
      allow_play_protect_monitoring: 4,
    },
  },
  1: {
    why: 'A name of 300 characters',
    model: 'Alder Phone 14',
    name: 'Very long device name '.repeat(15).slice(0, 300),
  },
  2: { why: 'A name with markup', model: 'Birch One 8', name: 'Kiosk <img src=x onerror="document.title=\'owned\'">' },
  3: { why: 'A name that is a formula in a spreadsheet', model: 'Alder Tab 11', name: "=cmd|' /C calc'!A0" },
  4: { why: 'A name that turns the writing direction', model: 'Birch Lite 5', name: 'invoice\u202Efdp.exe' },
  5: {
    why: 'A name with a line break and a tab',
    model: 'Alder Phone Mini',
    name: 'Reception\nsecond line\tand a tab',
  },
  6: {
    why: 'Names that objects of JavaScript have anyway',
    model: 'Birch Slate 10',
    name: '__proto__',
    record: { asset_owner: 'constructor', asset_tag: 'toString', description: 'hasOwnProperty' },
  },
  7: { why: 'Emoji of several code points', model: 'Alder Phone 15 Grand', name: '👩🏽‍🚒 Fire crew 🇮🇸 ①' },
  8: {
    why: 'The longest email address allowed, 254 characters',
    model: 'Alder Phone 14',
    email: `${'a'.repeat(64)}@${`${'very-long-label'.repeat(4)}.`.repeat(2)}${'x'.repeat(59)}.example`,
  },
  9: {
    why: 'Located at 0, 0, which is no place',
    model: 'Birch One 8',
    corporate: true,
    record: { latitude: 0, longitude: 0, address: '' },
  },
  10: {
    why: 'Amara Okafor’s second device, with firmware password and recovery keys',
    model: 'Alder Book 14',
    corporate: true,
    record: { firmware_password: 'A4C9-77E1-0B52', is_firmware_password_exists: true },
  },
  11: {
    why: 'A name with wildcards and quotes',
    model: 'Cedar Book 13',
    name: `Lab 100%_\\ "quoted" 'o''clock' ;--`,
  },
  12: {
    why: 'Two sources that disagree: the objects say something else than the flat fields',
    model: 'Rowan T70',
    record: { os_version: '12', passcode_present: false, user_name: 'Former owner' },
  },
  13: {
    why: 'A device without any name: it goes by its serial number',
    model: 'Birch One 8',
    record: { device_name: '', name: '' },
  },
  14: { why: 'A screen that plays for a group of others', model: 'Alder Screen 4K' },
}

export const notableAt = (index: number): Notable | undefined => notable[index]
