// The plain data of accounts, addresses, contacts and of destinations that a user enters. Amounts are bigint in atomic units.

import type { Balance } from '../funds/fundsViews.ts'

/**
 * Where the user has an address in its list: in its order, at the top, or hidden. `returned`: it was hidden, received something since then, and is in
 * its order again.
 */
export type AddressPlace = 'listed' | 'pinned' | 'hidden' | 'returned'

export type AddressView = {
  readonly account: number
  readonly index: number
  readonly address: string
  readonly label: string
  readonly used: boolean
  readonly balance: bigint
  /** all that the address received, without change; atomic units */
  readonly received: bigint
  /** when it received last, UNIX seconds; 0 if it never did. Change does not count. */
  readonly lastUsed: number
  readonly place: AddressPlace
}

export type AccountView = {
  readonly index: number
  readonly label: string
  /** empty for none */
  readonly tag: string
  readonly address: string
  readonly balance: Balance
}

/** An address of the wallet, as it is found by its text. */
export type OwnAddress = Pick<AddressView, 'account' | 'index' | 'label'>

/** A destination that the user typed, pasted or scanned: an address or a payment URI. */
export type ParsedDestination =
  | {
      readonly valid: true
      readonly address: string
      readonly kind: 'standard' | 'integrated' | 'subaddress'
      readonly amount: bigint | undefined
      readonly recipientName: string
      readonly description: string
      /** parts of a link that are not understood, unchanged */
      readonly unknownParameters: readonly string[]
    }
  | {
      readonly valid: false
      readonly reason: string
      /**
       * `payment-id`: a link with an id that cannot be sent; `network`: an address of another network, whose id is `network`; `coin`: a link or an
       * address of another coin, `coin`; `page`: the address of a web page
       */
      readonly fault: 'payment-id' | 'network' | 'coin' | 'page' | 'link' | 'address'
      readonly network: string | undefined
      readonly coin: string | undefined
      /** how addresses of the network look, if the text is far from one; undefined otherwise */
      readonly expected: { readonly beginnings: readonly string[]; readonly length: number } | undefined
    }

/** Why a text is not an address or payment link. */
export type InvalidDestination = Extract<ParsedDestination, { readonly valid: false }>

/** A name with an address to pay. `note`: what the user wrote beside it; none if omitted */
export type Contact = { readonly name: string; readonly address: string; readonly note?: string }

/** A contact that was not imported: why its address is not valid, or undefined if the address is valid but the name is missing. */
export type RefusedContact = Contact & { readonly invalid: InvalidDestination | undefined }

/** What an import of contacts did: how many are new, how many were known by their address, and which were refused. */
export type ContactImportView = {
  readonly added: number
  readonly known: number
  readonly refused: readonly RefusedContact[]
}

/** A contact as stored: an entry of the address book. */
export type ContactView = Required<Contact> & {
  /** position in the address book; later ones move up when one is removed */
  readonly index: number
  /** standalone payment id of 64 hex digits, stored by older clients, which can no longer be sent; empty for none */
  readonly paymentId: string
}

/** What was paid to a contact in all, in atomic units, and when it was paid last, UNIX seconds. */
export type ContactPayments = { readonly address: string; readonly paid: bigint; readonly lastPaid: number }

/** The primary address with a payment id in hex. */
export type IntegratedAddress = { readonly address: string; readonly paymentId: string }

/** Receives the progress of a long operation: how much of it is done. Returns whether to go on. */
export type Proceed = (done: number, total: number) => boolean | Promise<boolean>

/** A note that an import changes. `before` is empty for a transaction without a note. */
export type NoteChange = { readonly txid: string; readonly before: string; readonly after: string }

/** What the notes of a table would change. */
export type NotesPreview = {
  readonly changes: readonly NoteChange[]
  /** transactions whose note is that of the table */
  readonly same: number
  /** transactions that the wallet does not have */
  readonly unknown: number
}
