import type { ComputerDetail } from '#contract/desktop/inventory-fields.ts'
import type { Machine } from '#services/demo/computers/machine.ts'
import { softwareOn } from '#services/demo/computers/software.ts'
import { Dice } from '#services/demo/random.ts'
import { type MachineWithState, inventoryRow, purchaseOf, scanRow } from './computer-row.ts'

const gigabyte = 1024 ** 3

/** Details of a computer. Hardware, disks and software are known after its first scan. */
export function computerDetail(known: MachineWithState): ComputerDetail {
  const { machine, state } = known
  const row = inventoryRow(known, undefined)
  const { fqdn_name, domain_netbios_name, branch_office_name, owner, owner_email_id, agent_logged_on_users } = row
  const { os_name, os_version, service_pack, os_platform, os_platform_name } = row
  return {
    scancomputer: { ...scanRow(known), mac_address: machine.macs.join(','), location: machine.office.address },
    computer_summary: {
      computer_name: machine.name,
      resource_id: machine.resourceId,
      fqdn_name,
      domain_netbios_name,
      branch_office_name,
      owner,
      owner_email_id,
      agent_logged_on_users,
      last_successful_scan: state.scanned_at,
    },
    computer_os_summary: { os_name, os_version, service_pack, os_platform, os_platform_name },
    ...(state.scanned_at === -1 ? {} : scannedDetail(known)),
  }
}

function scannedDetail({ machine, seededAt }: MachineWithState): ComputerDetail {
  const { model } = machine
  return {
    computer_hardware_summary: {
      device_manufacturer: model.manufacturer,
      device_model: model.name,
      device_type: model.type,
      serial_number: machine.serial,
      memory: machine.ramBytes,
      processor: model.processor,
      no_of_processors: model.processors,
      ...purchaseOf(machine, seededAt),
    },
    computer_disk_summary: disksOf(machine),
    computer_software_summary: softwareSummary(machine),
  }
}

function disksOf({ index, model, platform }: Machine): NonNullable<ComputerDetail['computer_disk_summary']> {
  const dice = new Dice('disks', index)
  const names = platform === 1 ? ['C:', 'D:'] : ['/', '/data']
  const count = model.type === 'Server' || dice.chance(0.25) ? 2 : 1
  const disks = names.slice(0, count).map((disk_name) => {
    const total_size = Math.floor((model.diskGb * gigabyte) / count)
    return {
      disk_name,
      file_system: { 1: 'NTFS', 2: 'APFS', 3: 'ext4' }[platform],
      total_size,
      free_size: Math.floor((total_size * dice.between(2, 90)) / 100),
    }
  })
  const total = disks.reduce((sum, disk) => sum + disk.total_size, 0)
  const free = disks.reduce((sum, disk) => sum + disk.free_size, 0)
  const percent_free = Math.round((free / total) * 100)
  return { total_size: total, percent_used: 100 - percent_free, percent_free, disks }
}

function softwareSummary({ index, platform }: Machine) {
  const found = softwareOn(index + 1, platform).map(({ product }) => product)
  return {
    total_software: found.length,
    commercial_software: found.filter(({ type }) => type === 1).length,
    non_commercial_software: found.filter(({ type }) => type === 2).length,
    unidentified_software: found.filter(({ type }) => type === 0).length,
    prohibited_software: found.filter(({ usage }) => usage === 2).length,
  }
}
