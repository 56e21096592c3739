// Passwords that people choose have no shape: they are told by the label before them, and by being
// no ordinary word.
#include "catch.hpp"

#include <workmem/secrets/detector.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

using namespace workmem;

namespace {

const secrets::by_shape detector;

std::string seen_in(std::string_view text) {
    const auto found = detector.find(text);
    return found ? std::string{text.substr(found->offset, found->length)} : "nothing";
}

struct labelled {
    std::string before, value, after;
};

void check_found(std::initializer_list<labelled> all) {
    for (const auto& each : all) {
        const auto text = each.before + each.value + each.after;
        INFO(text);
        const auto found = detector.find(text);
        CHECK(seen_in(text) == each.value);
        if (found) CHECK(found->kind == secret_kind::password);
    }
}

void check_harmless(std::initializer_list<std::string_view> all) {
    for (const auto text : all) {
        INFO(text);
        CHECK(seen_in(text) == "nothing");
    }
}

}  // namespace

TEST_CASE("what a label calls a password is one", "[secrets]") {
    check_found({{"password: ", "hunter2", ""},
                 {"Password: ", "hunter2", "."},
                 {"PASSWORD=", "hunter2", ""},
                 {"password:", "hunter2", ", user bob"},
                 {"password = \"", "hunter2", "\""},
                 {"the password is ", "hunter2", ", as ever"},
                 {"the wifi password is ", "sunshine", "."},
                 {"my password is '", "letmein", "'"},
                 {"my password is now ", "letmein", ""},
                 {"my password is: ", "letmein", ""},
                 {"the password was ", "qwerty", " until May"},
                 {"password: ", "qwerty", " and user bob"},
                 {"password: ", "password123", ""},
                 {"password: ", "12345678", ""},
                 {"password: ", "482913", ""},
                 {"password: ", "Passw0rd!", ""},
                 {"password: ", "pa$$word", ""},
                 {"password: ", "Tr0ub4dor&3", ""},
                 {"password: ", "correct-horse-battery-staple", ""},
                 {"password=", "Summer2024", "&user=bob"},
                 {"{\"user\":\"bob\",\"password\":\"", "hunter2", "\"}"},
                 {"pwd=", "hunter2", ";Server=x"},
                 {"pwd: ", "s3cret", ""},
                 {"passwd: ", "hunter2", ""},
                 {"passphrase: ", "tangokilozulu", ""},
                 {"Passcode is ", "x9k2p", ""},
                 {"WLAN-PW: ", "blauerElefant7", ""},
                 {"DB_PASS=", "hunter2", ""},
                 {"--password=", "hunter2", " --host x"},
                 {"<password>", "hunter2", "</password>"},
                 {"password:", "P@55", ""},
                 {"the root password is ", "toor", ""},
                 {"username=bob password=", "sunflower", ""},
                 {"password: ", "letmein", " host: example"},
                 {"password for the wifi: ", "hunter2", ""},
                 {"the password for the guest account is ", "hunter2", ""},
                 {"PGPASSWORD=", "swordfish", " psql -h db"},
                 {"mysql -u root --password=", "swordfish", " shop"},
                 {"Server=db;User Id=sa;Password=", "Zebra44!", ";Encrypt=true"},
                 {"PASS=", "hunter2", ""},
                 {"password => '", "Zebra44", "'"},
                 {"| bob | password | ", "Zebra44", " |"},
                 {"use password ", "hunter2", " to log in"},
                 {"login bob / password ", "hunter2", "."},
                 {"log in with password \"", "Zebra44!", "\""}});
}

TEST_CASE("what is not drawn hides neither a label nor a password", "[secrets]") {
    check_found({{"pass\u00adword: ", "hunter2x", ""},
                 {"password\u200b: ", "hunter2", " for the door"},
                 {"pass\u200dwo\u2060rd: ", "hunter2x", ""},
                 {"the password is\ufeff ", "hunter2x", "."},
                 {"password: ", "hun\u200bter2x", " and more"},
                 {"PIN:\u200b", "4711", ""}});
    // Far from it as well as beside it.
    const std::string far(400, 'a');
    check_found({{far + "\u200b pass\u00adword: ", "hunter2x", " " + far}});
    check_harmless({"my \U0001F468\u200d\U0001F469\u200d\U0001F467 family",
                    "caf\u00e9\u200d, password policy is strict",
                    "a\u200ba\u200b a password is required"});
}

TEST_CASE("a password may be said in several ways", "[secrets]") {
    check_found({{"Das Passwort lautet: ", "Sommer2019", ""},
                 {"password\uff1a", "hunter2", ""},
                 {"Password \u2192 ", "hunter2", ""},
                 {"Password (old): ", "hunter2", ""},
                 {"password: ", "zqxjkvbing", ""},
                 {"curl -u bob:", "hunter2", " https://example.org"},
                 {"curl -s --user bob:", "hunter2", " https://example.org"},
                 {"sshpass -p ", "hunter2", " ssh host"},
                 {"my PIN number is ", "0815", ""}});
    check_harmless({"curl -u $USER:$PASSWORD https://example.org", "grep -u foo:bar x",
                    "ssh -p 2222 host", "password: sharing", "Password (old): required",
                    "curl -u bob https://example.org"});
}

TEST_CASE("labels of other languages promise passwords, too", "[secrets]") {
    check_found({{"\u043f\u0430\u0440\u043e\u043b\u044c: ", "hunter2", ""},
                 {"has\u0142o: ", "hunter2x", ""},
                 {"l\u00f6senord: ", "hunter2x", ""},
                 {"\u5bc6\u7801\uff1a", "hunter2x", ""}});
    check_found({{"Passwort: ", "Sommer2024", ""},
                 {"Das Passwort ist ", "hunter2", "."},
                 {"Das Passwort lautet ", "Blumenkohl7", "."},
                 {"Kennwort = ", "hunter2", ""},
                 {"Das Kennwort ist '", "rumpelstilz", "'"},
                 {"Das WLAN-Passwort für Gäste ist ", "Apfelkuchen9", "."},
                 {"Das Passwort ist „", "Wolkenbruch", "“"},
                 {"le mot de passe est «\xC2\xA0", "azerty", "\xC2\xA0»"},
                 {"mot de passe du wifi : ", "Croissant2023", ""},
                 {"mot de passe : ", "azerty", ""},
                 {"Mot de passe\xC2\xA0: ", "soleil44", ""},
                 {"le mot de passe est ", "chouette12", ", retiens-le"},
                 {"contraseña: ", "hunter2", ""},
                 {"CONTRASEÑA: ", "hunter2", ""},
                 {"La contraseña es ", "mariposa99", "."},
                 {"senha: ", "hunter2", ""},
                 {"wachtwoord: ", "hunter2", ""},
                 {"Das Passwort war ", "Erdbeere12", " bis Mai"},
                 {"le mot de passe du serveur est ", "Baguette75", ""},
                 {"mdp: ", "tartiflette38", ""},
                 {"contraseña del wifi: ", "Paella2023", ""},
                 {"la contraseña es \"", "girasol", "\""},
                 {"clave: ", "Abril.2024!", ""},
                 {"La password è ", "pippo123", ""},
                 {"la password del wifi è '", "girasole", "'"},
                 {"La password è ora ", "Vesuvio79", ", segnatela"},
                 {"A senha é ", "borboleta77", ""},
                 {"A senha do wifi é \"", "cachorro", "\""},
                 {"palavra-passe: ", "Lisboa2024", ""},
                 {"Het wachtwoord is ", "tulpen99", ""},
                 {"Het wachtwoord van de router is ", "Fietsbel22", ""},
                 {"wachtwoord: ", "Fietsbel!2", ""}});
}

TEST_CASE("a PIN is a number behind its label", "[secrets]") {
    check_found({{"PIN: ", "4711", ""},
                 {"my PIN is ", "4711", "."},
                 {"PIN ist ", "0815", ""},
                 {"Le code PIN est ", "2580", "."},
                 {"card_pin=", "123456", ""},
                 {"PIN for the card: ", "4711", ""},
                 {"PIN ", "4711", " for the card"},
                 {"Il PIN è ", "4711", ""},
                 {"de pincode is ", "8824", ""},
                 {"Your one-time OTP: ", "482913", ""}});
    check_harmless({"PIN the note", "pin: the note", "Pin: numpy==1.26", "pin = 13;", "spin: 4711",
                    "Crispin: 4711", "pin: v1.2.3", "PIN is required",
                    "Pin 2024 goals to the board", "PIN 5 of the header is ground",
                    "Pinterest 4711"});
}

TEST_CASE("a login in basic authentication is a password", "[secrets]") {
    check_found({{"Authorization: Basic ", "dXNlcjpwYXNz", ""},
                 {"-H 'authorization: basic ", "YWxhZGRpbjpvcGVuIHNlc2FtZQ==", "'"}});
    check_harmless({"Basic training starts on Monday", "Basic YWJjZGVmZ2hpamts is a name",
                    "Authorization: Basic <credentials>"});
}

TEST_CASE("an ordinary word behind a label is no password", "[secrets]") {
    check_harmless({"the password is required",
                    "password reset",
                    "my password manager",
                    "password: forgotten",
                    "password: expired!",
                    "the password is stored in the vault",
                    "the password is case-sensitive",
                    "Password: required",
                    "PASSWORD: NONE",
                    "password: see the vault",
                    "the password is Alice's secret",
                    "password: contact the helpdesk",
                    "password is stale",
                    "password: ask Krzysztof about it",
                    "the password is not known",
                    "the password is up-to-date",
                    "password: 1Password",
                    "password is hashed with SHA-256",
                    "password: bcrypt",
                    "password: sha256",
                    "the password is 8-16 characters long",
                    "password: /run/secrets/db",
                    "password: https://vault.example/db",
                    "password: bob@example.com",
                    "password: ********",
                    "password: <password>",
                    "password: your-password",
                    "password: 2024-12-22",
                    "Das Passwort ist abgelaufen.",
                    "Das Passwort ist vergessen",
                    "Passwort: vergessen",
                    "Passwort: Siehe Tresor",
                    "Das Kennwort ist zu kurz",
                    "Das Kennwort ist geheim.",
                    "le mot de passe est oublié",
                    "Mot de passe : obligatoire",
                    "le mot de passe est dans le coffre",
                    "La contraseña es obligatoria",
                    "La contraseña es demasiado corta",
                    "contraseña: olvidada",
                    "La password è obbligatoria per entrare",
                    "La password è scaduta ieri",
                    "La password è nel cassetto",
                    "La password è troppo corta",
                    "La password è sbagliata",
                    "Il codice PIN è necessario",
                    "A senha é obrigatória",
                    "A senha está no cofre",
                    "Senha: esquecida",
                    "A senha é a mesma de sempre",
                    "A senha é fraca demais",
                    "senha: expirada",
                    "A palavra-passe é secreta",
                    "Het wachtwoord is verlopen",
                    "Het wachtwoord is verplicht",
                    "wachtwoord: vergeten",
                    "Het wachtwoord is te kort",
                    "Het wachtwoord is onbekend",
                    "wachtwoord: zie het handboek",
                    "De pincode is geblokkeerd",
                    "Das Passwort ist streng vertraulich",
                    "Das Passwort ist Chefsache",
                    "Kennwort: Pflichtfeld",
                    "Das Passwort ist leicht zu erraten",
                    "Das Passwort ist seit gestern gültig",
                    "le mot de passe est partagé",
                    "Mot de passe : à changer",
                    "Le mot de passe est différent du mien",
                    "Le mot de passe est le même partout",
                    "Le mot de passe est chiffré avec bcrypt",
                    "le mot de passe était faux",
                    "La contraseña es confidencial",
                    "La contraseña es fácil de adivinar",
                    "La contraseña es distinta en cada sitio",
                    "La contraseña está en el cajón",
                    "contraseña: pendiente",
                    "mot de passe pour le wifi : sur le frigo"});
}

TEST_CASE("code that handles passwords holds none", "[secrets]") {
    check_harmless({"password = input('name')",
                    "password = user_input",
                    "self.password = password",
                    "const password = req.body.password;",
                    "password: str",
                    "password: string;",
                    "password: Optional[str] = None",
                    "password: SecretStr",
                    "password=None, retries=3",
                    "if (password == other) return",
                    "password = os.environ['DB']",
                    "password: process.env.DB_PASSWORD",
                    "password=$1",
                    "password: ${DB}",
                    "password = \"\"",
                    "\"password\": {\"type\": \"string\"}",
                    "\"password\": \"string\"",
                    "pwd = os.getcwd()",
                    "pwd: /home/user/project",
                    "newPassword = userPassword",
                    "<input type=\"password\" name=\"login\">",
                    "password->hash",
                    "password_hash = bcrypt",
                    "\"password\": null",
                    "\"password\": true,",
                    "\"password\": \"required|min:8\"",
                    "password: z.string().min(8)",
                    "password: Joi.string().required()",
                    "password: faker.internet.password()",
                    "password=getpass()",
                    "password={password}",
                    "password=%s",
                    "password=$PASSWORD",
                    "password=${{ secrets.DB_PASSWORD }}",
                    "password={{ vault_password }}",
                    "password: !vault |",
                    "password: !ref DbPassword",
                    "--password-stdin",
                    "--password <PASSWORD>",
                    "PASSWORD_FILE=/run/secrets/db",
                    "POSTGRES_PASSWORD_FILE=/run/secrets/pg",
                    "password_reset_url=https://example.com/reset",
                    "passwordLength: 12",
                    "password1 = forms.CharField()"});
}

TEST_CASE("a password in metadata is told by its name", "[secrets]") {
    CHECK(detector.find_in_field("password", "hunter2"));
    CHECK(detector.find_in_field("Kennwort", "Blumenkohl"));
    CHECK(detector.find_in_field("pin", "4711"));
    CHECK_FALSE(detector.find_in_field("password", "required"));
    CHECK_FALSE(detector.find_in_field("pin", "13"));
    CHECK_FALSE(detector.find_in_field("note", "hunter2"));
}
