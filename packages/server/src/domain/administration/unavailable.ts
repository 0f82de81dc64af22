/** The admin API gave no usable response. The message is for operators. */
export class AdministrationUnavailable extends Error {
  override readonly name = "AdministrationUnavailable";
}
