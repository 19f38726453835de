/** Why a token was not accepted. The text has no part of the token, and fits into a quoted header value. */
export class OAuthRefusal {
  private constructor(
    /** `unavailable`: the token could not be checked, because the issuer cannot be reached. */
    readonly kind: 'invalid' | 'unavailable',
    readonly reason: string,
  ) {}

  static invalid(reason: string): OAuthRefusal {
    return new OAuthRefusal('invalid', reason);
  }

  static unavailable(): OAuthRefusal {
    return new OAuthRefusal(
      'unavailable',
      'The token cannot be checked, because the keys of its issuer cannot be fetched.',
    );
  }
}
