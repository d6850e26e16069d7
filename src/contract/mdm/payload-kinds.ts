/** What a payload of a profile is made of: pure data, and our choice (the reference shows none). */
export type PayloadRule =
  | { required?: boolean; from: number; to: number }
  | { required?: boolean; oneOf: readonly string[] }
  | { required?: boolean; longest: number; like?: RegExp }
  | { required?: boolean; imageBytes: number }

export const payloadKinds = {
  passcode: {
    min_length: { required: true, from: 4, to: 16 },
    max_failed_attempts: { from: 2, to: 11 },
    max_age_days: { from: 1, to: 730 },
  },
  wifi: {
    ssid: { required: true, longest: 32 },
    security_type: { required: true, oneOf: ['none', 'wpa2', 'wpa3'] },
    identity_certificate: { longest: 200 },
  },
  vpn: {
    server: { required: true, longest: 253, like: /^[\p{L}\d.-]+$/u },
    connection_type: { required: true, oneOf: ['ikev2', 'l2tp', 'always_on'] },
  },
  web_clip: {
    label: { required: true, longest: 100 },
    url: { required: true, longest: 2000, like: /^https?:\/\/\S+$/ },
  },
  restrictions: {
    camera: { from: 0, to: 1 },
    allow_screen_capture: { from: 0, to: 1 },
    allow_usb: { from: 0, to: 1 },
    allow_factory_reset: { from: 0, to: 1 },
    bluetooth: { from: 0, to: 1 },
  },
  wallpaper: { image: { required: true, imageBytes: 24 * 1024 } },
} as const satisfies Record<string, Record<string, PayloadRule>>
export type PayloadKind = keyof typeof payloadKinds
