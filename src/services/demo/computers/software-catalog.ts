/** Software of demo computers, with invented names and versions. */
import type { OsPlatform } from '#contract/desktop/status.ts'

export type Product = {
  name: string
  manufacturer: string
  category: string
  /** `sw_type`: 0 unidentified, 1 commercial, 2 non-commercial. */
  type: 0 | 1 | 2
  platforms: readonly OsPlatform[]
  /** Percentage of computers of these platforms that have it. */
  share: number
  /** Newest first; newer versions are more common. */
  versions: readonly string[]
  /** `is_usage_prohibited`. */
  usage: 0 | 1 | 2
}

const makers: Record<string, string> = {
  A: 'Alder Inc.',
  B: 'Birch & Söhne GmbH',
  C: 'Cedar Corporation',
  D: 'Dünen Software',
  E: 'Estuary Labs',
  F: 'Free Software Circle',
  G: 'Granit AG',
  H: 'Harbour & Vale',
  I: 'Ísbjörn ehf.',
  K: '光明ソフト株式会社',
  L: "L'Atelier Logiciel",
  M: 'Merlin Media',
  N: 'Northlight Systems',
  O: 'O’Hara & Daughters',
  P: 'Pebble Storage',
  Q: 'Quartz Semiconductor',
  S: 'Skerry Networks',
  T: 'Tern Security',
  U: '',
  W: 'Wharf Works Ltd.',
}
const categories: Record<string, string> = {
  b: 'Browser',
  o: 'Office',
  d: 'Development',
  s: 'Security',
  m: 'Multimedia',
  n: 'Network',
  u: 'Utility',
  r: 'Driver',
  g: 'Games',
  c: 'Communication',
  e: 'Engineering',
  f: 'Finance',
  l: 'Library',
  x: 'Others',
}
const platformsOf: Record<string, readonly OsPlatform[]> = {
  w: [1],
  m: [2],
  l: [3],
  a: [1, 2, 3],
  d: [1, 2],
  u: [2, 3],
}

/** maker, category, type, platforms, usage (p prohibited, a allowed, - not assigned), share | name | versions */
const lines = `
Ab2aa 71|Harbour Browser|131.0.2,130.0.1,128.4.0
Fb2aa 44|Foxglove Browser ESR|128.5.0,115.17.0
Cb2wa 93|Cedar Web View Runtime|131.0.2903,130.0.2849
Co1da 82|Cedar Office Suite 365|16.0.18129,16.0.17928,16.0.16130
Co1d- 6|Cedar Visual Diagrams|16.0.18129,16.0.10416
Co1d- 4|Cedar Project Planner|16.0.18129
Fo2aa 23|LibreLetter|24.8.3,24.2.7,7.6.4
Lo1da 31|Parchemin PDF Éditeur|2024.4,2023.8
Ao2aa 58|PDF Reader|24.004,23.008,22.003
Ko1d- 3|光明ワープロ 2024|34.1,33.0
Wc1aa 64|Wharf Chat|4.41.98,4.39.90
Cc1da 88|Cedar Meetings|24295.606,24277.202
Ec2aa 12|Estuary Voice|5.17.11
Oc1d- 9|O'Hara Softphone|12.3,11.9
Td1a- 14|Ternary Workbench|2024.3,2024.2
Fd2aa 26|Git|2.47.1,2.45.2,2.40.0
Fd2aa 18|Node Runtime|22.11.0,20.18.1,18.20.5
Fd2aa 24|Python 3|3.13.0,3.12.7,3.9.13
Cd2a- 19|Cedar Code Editor|1.95.3,1.94.2
Fd2u- 61|GNU Compiler Collection|14.2,13.3
Ed1aa 7|Estuary Database Studio|24.2,23.3
Dd1a- 5|Dünen Debugger|9.1
Nd2a- 8|Northlight Containers|4.36.0,4.34.2
Fd2a- 5|Editor Vi+|9.1
Wd1w- 4|Wharf Installer Builder|22.0
Ts1aa 97|Tern Endpoint Shield|7.18.3,7.16.1
Ts1da 66|Tern VPN|5.1.6,5.0.2
Fs2aa 37|KeyCabinet|2.57,2.53
Gs1w- 5|Granit Smartcard Tools|8.0
Ts1w- 21|Tern Disk Encryption Agent|3.4,3.2
Us0ap 2|Network Scanner Pro (cracked)|1.0
Fs2a- 6|Wirestalk|4.4.2,4.2.8
Mm2aa 27|VideoCone Player|3.0.21,3.0.18
Mm1d- 5|Merlin Photo Studio|26.0,25.11
Mm1d- 3|Merlin Vector Studio|29.0
Mm1d- 2|Merlin Video Suite|25.1
Fm2a- 8|Sound Carver|3.7.0
Mm1d- 11|Merlin Screen Recorder|2024.1
Um0dp 3|Free Music Converter 100%_new|9.9
Un0ap 4|TorrentBoat|3.6.0
Nn1aa 53|Northlight Remote Assist|15.59,15.51
Sn2w- 47|Skerry Wi-Fi Tools|23.80,22.250
Fn2a- 17|PuddleSSH|0.82,0.78
Fn2w- 13|FileBarge|3.68.1,3.66.5
Sn1a- 3|Skerry Network Mapper|11
Un0dp 2|Anonymous Proxy Toolbar|2.1
Fu2wa 59|7-Pack Archiver|24.08,23.01,19.00
Fu2wa 42|Notes++|8.7.1,8.6.9
Pu1w- 29|Pebble Backup Client|12.2,11.0
Wu2w- 15|Wharf Clipboard|3.5
Eu1d- 7|Estuary Sync|24.11,24.8
Du2a- 6|Übersetzer Deluxe|4.2
Iu2a- 9|Veðurspá Ísland|2.0.1
Cu2w- 90|Cedar Update Health Tools|5.72,3.74
Au2m- 96|Alder Remote Desktop Agent|3.9.8
Uu0dp 5|PC Turbo Cleaner|18.6
Uu0w- 2|Setup|1.0
Uu0w- 1|=SUM(A1:A9) Helper|3
Uu0a- 1|<b>Markup</b> Viewer & Co|0.1
Qr2w- 86|Quartz Graphics Driver|32.0.101,31.0.101
Qr2w- 70|Quartz Chipset Device Software|10.1.19
Sr2w- 41|Skerry LAN Driver|29.4
Br2w- 16|Birch Printer Driver|3.9,3.4
Gr2w- 12|Granit RAID Manager|8.10
Mr2w- 65|Audio Console|1.50
Ug0dp 3|Harbour Pirates Online|1.77
Mg1d- 2|Chess 3000|30.0
Ug0dp 2|Coin Miner|0.9
Ee1w- 6|Estuary CAD 2025|25.0,24.1
Ge1w- 3|Granit Structural Analysis|18.2
Ke1w- 2|光明CAM|12.0
De1a- 4|Dünen Simulation|6.4
Le1d- 2|Croquis 3D|24.0,23.1
Hf1wa 22|Harbour Timesheet|3.2.0,3.1.4
Hf1aa 19|Harbour Expenses|2.8.1
Of1w- 5|O'Hara Ledger|2024.2,2023.4
Gf1w- 4|Granit Payroll|11.6
Hx1aa 35|Harbour Pick & Pack Station|11.0.5,10.9.9
Hx1aa 28|Harbour Directory Browser|5.1
Cl2w- 95|Cedar C++ Runtime 2015-2022 (x64)|14.40,14.38,14.29
Cl2w- 74|Cedar C++ Runtime 2013 (x64)|12.0.40664
Cl2w- 31|Cedar C++ Runtime 2010 (x86)|10.0.40219
Cl2w- 92|Cedar Framework Runtime 8|8.0.11,8.0.8
Cl2w- 40|Cedar Framework Runtime 6|6.0.36
El2a- 38|Open Java Runtime 21|21.0.5,21.0.3
El1a- 11|Java SE Runtime 8|8.0.431,8.0.281
Fl2u- 84|OpenSSL Library|3.4.0,3.0.15
Fl2l- 99|GNU C Library|2.40,2.39,2.36
Fl2l- 97|systemd|256,255
Fl2l- 76|CUPS|2.4.11
Al2m- 88|Alder Developer Command Line Tools|16.1,15.3
`

const usages: Record<string, Product['usage']> = { '-': 0, a: 1, p: 2 }

export const products: readonly Product[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [head = '', name = '', versions = ''] = line.split('|')
    const [maker = '', category = '', type = '', platforms = '', usage = ''] = head
    return {
      name,
      manufacturer: makers[maker] ?? '',
      category: categories[category] ?? '',
      type: Number(type) as Product['type'],
      platforms: platformsOf[platforms] ?? [],
      share: Number(head.slice(5)),
      versions: versions.split(','),
      usage: usages[usage] ?? 0,
    }
  })
