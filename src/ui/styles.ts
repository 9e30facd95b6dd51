// One import for whoever mounts the app, a harness or a specimen: fonts first, then tokens, then the base that uses them.
import './fonts';
import './tokens.css';
import './base.css';
