/** Groups of restriction settings by name; the first match applies. */
const groups = [
  [
    'Browser',
    /browser|autofill|cookies|popups|inprivate|smartscreen|searchsuggest|passmgr|flash|donot_track|web_app|address_bar|about_flags|clear_browsing|extensions|search_result/,
  ],
  ['Bluetooth', /bluetooth|_bt_|s_beam|vendor_beam/],
  ['Calls and messages', /call(?!ing)|sms|mms|dialer|dialing|messaging|contact/],
  [
    'Networks',
    /wifi|tethering|roaming|vpn|airplane|cellular|mobile_data|background_data|nfc|hotspot|proximity_for|vendor_share/,
  ],
  ['Passwords and lock screen', /keyguard|passcode|password|lock_screen|fingerprint|when_locked|authenticate/],
  ['Cloud and backup', /cloud|sync|backup|photo_stream|shared_stream|document|open_doc|activity_continuation/],
  ['Storage and USB', /(?<!stat)usb|sd_?card|external|host_pairing|print/],
  [
    'Camera and media',
    /camera|audio|video|microphone|recording|screen_capture|headphone|explicit|music|podcasts|radio|news|book/,
  ],
  [
    'Apps and games',
    /app|market|game|gaming|gameing|friend|non_market|stop_system|play_protect|provisioning|prov_package/,
  ],
  [
    'Keyboard and assistance',
    /keyboard|keypad|dictionary|dictation|correction|spellcheck|assist|s_voice|s_finder|predictive|clipboard|smart_clip|sharelist/,
  ],
  [
    'Accounts and management',
    /account|profile|user|enabling_restriction|admin|untrust_tls|ota_pki|remoteview|diag|crash_report|device_name|activation_lock|erase|factory_reset|wipe/,
  ],
] as const
const others = 'Device and settings'

export const restrictionGroups = [...groups.map(([group]) => group), others] as const
export type RestrictionGroup = (typeof restrictionGroups)[number]

export const restrictionGroup = (name: string): RestrictionGroup =>
  groups.find(([, like]) => like.test(name))?.[0] ?? others
