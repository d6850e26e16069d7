const words: Record<string, string> = {
  ...Object.fromEntries(
    'udid imei meid iccid imsi sim os mac ip mcc mnc ram id usb nfc vpn sms mms url eas oid uuid gps tls pki ota sd bt cts api dnd'
      .split(' ')
      .map((word) => [word, word.toUpperCase()]),
  ),
  wifi: 'Wi-Fi',
  bluetooth: 'Bluetooth',
  macs: 'MACs',
  ids: 'IDs',
  sims: 'SIMs',
  efrp: 'EFRP',
  roms: 'ROMs',
  sdcard: 'SD card',
  modifi: 'modify',
  safe: 'safe',
  complaint: 'compliant',
  restricions: 'restrictions',
  availabiity: 'availability',
  prov: 'provisioning',
  passmgr: 'password manager',
  inprivate: 'InPrivate',
  smartscreen: 'SmartScreen',
  searchsuggest: 'search suggestions',
  donot: 'do not',
  islatestver: 'is latest version',
  multiplayer: 'multiplayer',
  gameing: 'gaming',
  lib: 'library',
  diag: 'diagnostics',
  sub: 'submission',
  // Wire names without word separators
  addedby: 'added by',
  certificateexpiry: 'certificate expiry',
  certificateissuername: 'certificate issuer name',
  certificatename: 'certificate name',
  certificatesubjectname: 'certificate subject name',
  emailids: 'email addresses',
  isidentity: 'is identity',
  managedcertificates: 'managed certificates',
  payloadcontent: 'payload content',
  profilename: 'profile name',
  serialnumber: 'serial number',
  signaturealgorithmname: 'signature algorithm name',
  signaturealgorithmoid: 'signature algorithm OID',
  unmanagedcertificates: 'unmanaged certificates',
}

/** A label for a wire name: `allow_bt_pairing` → "Allow BT pairing". Misspellings are corrected. */
export function labelOf(name: string): string {
  const label = name
    .replace(/^[:#]/, '')
    .split(/[_\-\s]+/)
    .map((word) => (Object.hasOwn(words, word) ? words[word] : word))
    .join(' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}
