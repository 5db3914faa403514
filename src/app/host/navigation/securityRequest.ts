/** What a navigation to the security settings asks for. */
export type SecurityRequest = {
  /** the dialog to open: with the seed words and keys, or for a new password */
  readonly opens: 'secrets' | 'password'
}
