import type { ActionName } from '#contract/mdm/status.ts'

/** What happens, and how to undo it: in our words, as the reference only names the actions. */
export type ActionText = { happens: string; undo: string }

const elsewhere = 'The session itself starts outside this console; the command history shows how it went.'

export const actionTexts: Record<ActionName, ActionText> = {
  scan: { happens: 'The device reports what it has and how it is set.', undo: 'Nothing changes on the device.' },
  lock: {
    happens: 'The screen is locked at once. What was open stays open behind it.',
    undo: 'Its user unlocks it with the passcode.',
  },
  remote_control: {
    happens: `The user is asked to share the screen and the controls. ${elsewhere}`,
    undo: 'The user, or whoever watches, ends the session.',
  },
  remote_view: {
    happens: `The user is asked to share the screen. ${elsewhere}`,
    undo: 'The user, or whoever watches, ends the session.',
  },
  remote_alarm: {
    happens: 'The device sounds an alarm, even when it is muted.',
    undo: 'Whoever finds the device silences it.',
  },
  complete_wipe: {
    happens: 'Everything on the device is erased: apps, pictures, accounts and the memory of where it belongs.',
    undo: 'There is no way back once the device has taken it. The device has to be enrolled anew.',
  },
  corporate_wipe: {
    happens: 'Only what the company put there is removed: its apps, profiles, accounts and data. Private data stays.',
    undo: 'There is no way back for the removed data. To be managed again, the device has to be enrolled anew.',
  },
  clear_passcode: {
    happens: 'The passcode is removed: until its user sets another one, anybody can open the device.',
    undo: 'Its user, or a passcode policy, sets a new one.',
  },
  reset_passcode: {
    happens: 'The passcode is replaced by a new one. Whoever knows only the old one is locked out.',
    undo: 'The old passcode cannot be brought back. Replace it again.',
  },
  fetch_location: {
    happens:
      'The device tells where it is, and so where its user is. The request stays in the command history and in the audit.',
    undo: 'The position stays in the record of the device.',
  },
  shutdown: {
    happens: 'The device switches off. Until somebody switches it on, no further command reaches it.',
    undo: 'Somebody switches it on by hand.',
  },
  restart: {
    happens: 'The device restarts. What is not saved may be lost.',
    undo: 'It comes back by itself after a minute or so.',
  },
  enable_lost_mode: {
    happens: 'The device is locked, shows the message, and tells where it is.',
    undo: 'Disable lost mode.',
  },
  disable_lost_mode: {
    happens: 'The device leaves lost mode and can be used again with its passcode.',
    undo: 'Enable lost mode again.',
  },
  pause_kiosk: {
    happens: 'The device leaves its kiosk: whoever holds it can use the rest of it.',
    undo: 'Re-apply the kiosk, or let it come back by itself after the minutes you give.',
  },
  re_apply_kiosk: { happens: 'The device goes back into its kiosk.', undo: 'Pause the kiosk.' },
  remote_debug: {
    happens: 'The device collects its logs and sends them to the server.',
    undo: 'Nothing changes on the device.',
  },
  unlock_user_account: {
    happens: 'An account of the device that was locked after wrong passwords can sign in again.',
    undo: 'Nothing has to be undone; further wrong passwords lock it again.',
  },
}

export const whileOffline =
  'Should the device be offline, the command waits until it calls in. As long as it waits, it can be taken back in the command history.'
