import type { ActionName } from '#contract/mdm/status.ts'

/** What happens, and how to undo it: in our words, as the reference only names the actions. */
export type ActionText = { happens: string; undo: string }

const elsewhere = 'The session takes place outside this console. Its result is shown in the command history.'

export const actionTexts: Record<ActionName, ActionText> = {
  scan: {
    happens: 'The device reports its inventory and settings.',
    undo: 'Not needed. Nothing changes on the device.',
  },
  lock: {
    happens: 'The screen locks immediately. Open apps stay open.',
    undo: 'The user unlocks the device with the passcode.',
  },
  remote_control: {
    happens: `The user is asked to share the screen and the controls. ${elsewhere}`,
    undo: 'The user or the technician ends the session.',
  },
  remote_view: {
    happens: `The user is asked to share the screen. ${elsewhere}`,
    undo: 'The user or the technician ends the session.',
  },
  remote_alarm: {
    happens: 'The device sounds an alarm, even when it is muted.',
    undo: 'Turn the alarm off on the device.',
  },
  complete_wipe: {
    happens: 'All data on the device is erased: apps, photos, accounts and its enrollment.',
    undo: 'Cannot be undone after the device has received the command. The device must be enrolled again.',
  },
  corporate_wipe: {
    happens: 'Only corporate apps, profiles, accounts and data are removed. Personal data is kept.',
    undo: 'Removed data cannot be restored. To manage the device again, enroll it again.',
  },
  clear_passcode: {
    happens: 'The passcode is removed. Until a new one is set, anyone can unlock the device.',
    undo: 'The user or a passcode policy sets a new one.',
  },
  reset_passcode: {
    happens: 'The passcode is replaced. The old one no longer unlocks the device.',
    undo: 'The old passcode cannot be restored. Reset it again.',
  },
  fetch_location: {
    happens:
      'The device reports its location, and with it the location of its user. The request is recorded in the command history and the audit.',
    undo: 'The location is kept in the device record.',
  },
  shutdown: {
    happens: 'The device shuts down. It cannot receive commands until it is turned on.',
    undo: 'Turn the device on manually.',
  },
  restart: {
    happens: 'The device restarts. Unsaved data may be lost.',
    undo: 'Not needed. The device is available again after about a minute.',
  },
  enable_lost_mode: {
    happens: 'The device locks, shows the message and reports its location.',
    undo: 'Disable lost mode.',
  },
  disable_lost_mode: {
    happens: 'The device leaves lost mode and can be used again with its passcode.',
    undo: 'Enable lost mode again.',
  },
  pause_kiosk: {
    happens: 'The device leaves kiosk mode. All its functions can be used.',
    undo: 'Re-apply kiosk mode, or wait until the specified time has passed.',
  },
  re_apply_kiosk: { happens: 'The device returns to kiosk mode.', undo: 'Pause kiosk mode.' },
  remote_debug: {
    happens: 'The device collects its logs and sends them to the server.',
    undo: 'Not needed. Nothing changes on the device.',
  },
  unlock_user_account: {
    happens: 'A device account that was locked after failed sign-in attempts can sign in again.',
    undo: 'Not needed. Further failed attempts lock the account again.',
  },
}

export const whileOffline =
  'If the device is offline, the command waits until its next contact. Until then, it can be canceled in the command history.'
